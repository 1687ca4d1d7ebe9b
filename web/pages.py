"""The table screen, a clause, the house rules, the scores and the record."""

from __future__ import annotations

import json
from dataclasses import asdict

from flask import Blueprint, Response, abort, render_template, request

from web.desk import Desk
from web.plots import distribution, history
from web.wire import Signature, answer, json_response, say
from web.words import language_of, text, words


def page_routes(desk: Desk, signature: Signature) -> Blueprint:
    """`/`, `/clause/NUMBER`, `/clause/NUMBER/text`, `/rules`, `/scores` and `/record`."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def table() -> str:
        script_words = json.dumps(dict(words(language_of(request))), ensure_ascii=False)
        return render_template("table.html", script_words=script_words, build=signature.build)

    @routes.get("/clause/<number>")
    def clause(number: str) -> str:
        found = desk.clause(number)
        if found is None:
            abort(404)
        return render_template("clause.html", clause=found)

    @routes.get("/clause/<number>/text")
    def clause_text(number: str) -> Response:
        found = desk.clause(number)
        if found is None:
            return answer(False, text("clause.none", number=number), 404)
        return json_response(json.dumps(asdict(found), ensure_ascii=False))

    @routes.get("/rules")
    def rules() -> str:
        return render_template("rules.html", decided=desk.decided())

    @routes.get("/scores")
    def scores() -> str:
        plots = {"history": history, "distribution": distribution}
        return render_template("scores.html", tables=desk.scores(), boards=desk.slaps(), **plots)

    @routes.get("/record")
    def record() -> Response:
        # While a game is played its record would tell the older cards of the pile.
        if not desk.latest().view.over:
            return say(text("record.not_yet"), 409)
        response = Response(desk.record(), mimetype="text/plain")
        response.headers["Content-Disposition"] = 'attachment; filename="game.ctn"'
        response.headers["Cache-Control"] = "no-store"
        return response

    return routes
