// The page's own words, and the table's, in the language chosen.

const page = document.documentElement;
const words = JSON.parse(document.body.dataset.words);

export const language = page.lang;
export const build = document.body.dataset.build;

/** The page's words for a key, with places filled in. */
export function word(key, places = {}) {
  return Object.entries(places).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), words[key]);
}

/** What the table says, in this page's language. */
export function said(text) {
  return text[language] ?? text.en;
}

const SUIT_WORDS = { C: word("suit.clubs"), D: word("suit.diamonds"), H: word("suit.hearts"), S: word("suit.spades") };
const RANK_WORDS = { J: word("rank.jack"), Q: word("rank.queen"), K: word("rank.king"), A: word("rank.ace") };
const RANK_LETTERS = {
  J: word("rank.jack.short"),
  Q: word("rank.queen.short"),
  K: word("rank.king.short"),
  A: word("rank.ace.short"),
};

/** A rank as it is printed on the reader's cards: `Kn` in Swedish. The table's own name for it, `J`, is never told otherwise. */
export function rankLetters(rank) {
  return RANK_LETTERS[rank] ?? rank;
}

export function suitName(suit) {
  return SUIT_WORDS[suit];
}

/** A card as it is read out: the queen of hearts. */
export function cardName(card) {
  if (card === "X") return word("card.joker");
  const [rank, suit] = [card.slice(0, -1), card.slice(-1)];
  return word("card.name", { rank: RANK_WORDS[rank] ?? rank, suit: suitName(suit).toLowerCase() });
}

/** A time of the tablet's clock, with seconds. */
export function clockTime(at) {
  return new Date(at).toLocaleTimeString(language === "sv" ? "sv-SE" : "en-GB");
}
