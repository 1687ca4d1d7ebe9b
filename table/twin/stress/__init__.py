"""Stress on the simulated table: two players, each with an arm of the own, and the faults that they are told to make.

`felt` is what truly lies where, `hands` how an arm moves it, `sense` what a player sees in it, `deeds` what may be
done, `faults` what may be done wrongly, `race` who slaps when and what the referee has to say to that, and `evening`
puts them round one desk.
"""
