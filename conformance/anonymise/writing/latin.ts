import { familyNames, givenNames } from "../../../fixtures/worlds/names.ts";
import type { Script } from "./script.ts";

export const latin: Script = {
  letters: /\p{Script=Latin}/u,
  given: givenNames,
  family: familyNames,
  words: (
    "ash bay elm fern hill lake leaf moss oak pine pond reed rock rose sand sea sky snow tree wave wind amber birch " +
    "brook cedar cloud coral creek delta ember field flint frost grove heath ivory linen maple marsh ocean olive opal " +
    "pearl plain river sage shore slate stone storm thistle autumn canyon copper forest garden harbor island lagoon " +
    "lantern meadow mountain orchard prairie quartz timber valley velvet willow evergreen waterfall woodland"
  ).split(" "),
  syllables: (
    "ba be bo da de do fa fe fi ga go ka ke ki ko la le li lo lu ma me mi mo mu na ne no nu pa pe po ra re ri ro ru " +
    "sa se so ta te to va ve vi vo za ze zo n r l s"
  ).split(" "),
};
