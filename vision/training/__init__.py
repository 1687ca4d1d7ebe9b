"""How the weights in vision/model were made. Nothing at run time imports this."""
