/** Scripts whose names and words stand in a row without spaces: made up character by character. */
export interface UnspacedScript {
  /** Matches one character of it. */
  readonly characters: RegExp;
  /** Characters of family names, and of given names. */
  readonly family: string;
  readonly given: string;
  /** Characters of words that tell of nobody. */
  readonly words: string;
  /** First and last code point of those to fall back on. */
  readonly range: readonly [number, number];
}

const han: UnspacedScript = {
  characters: /\p{Script=Han}/u,
  family: "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕",
  given: "伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂华建文斌宇浩凯健俊帆雪琳晨轩佳欣悦梦洁萍玲志国辉鹏",
  words: "山水木石田川海花草竹松梅兰菊云雨风雷星月日光河湖江岸桥路林森泉池谷岩沙土春夏秋冬晨暮朝夕青白红黄绿蓝金银玉珠",
  range: [0x4e00, 0x9fa5],
};

const hiragana: UnspacedScript = {
  characters: /\p{Script=Hiragana}/u,
  family: "あいうおかきくこさしすたつとなにのはひふまみむもやよわ",
  given: "あいえおかきけこさしすせそたちとなねのはひほまみめもやゆよらりるれわ",
  words: "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわ",
  range: [0x1b002, 0x1b0ff],
};

const katakana: UnspacedScript = {
  characters: /[\p{Script=Katakana}ー]/u,
  family: "アイウオカキクコサシスタツトナニノハヒフマミムモヤヨワ",
  given: "アイエオカキケコサシスセソタチトナネノハヒホマミメモヤユヨラリルレワ",
  words: "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワ",
  range: [0x31f0, 0x31ff],
};

const hangul: UnspacedScript = {
  characters: /\p{Script=Hangul}/u,
  family: "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민",
  given: "민서준지현수영은진우도윤하아연예은채원시율건재호승훈경선미정희숙혜나라림보람별솔샘빛들누리온유찬",
  words: "산물나무돌밭강바다꽃풀대솔매구름비바람별달빛호수섬다리길숲샘못골모래흙봄여름가을겨울아침저녁들언덕이슬눈안개",
  range: [0xac00, 0xd7a3],
};

const scripts = [han, hiragana, katakana, hangul];

/** The script of a character that stands in such rows, if it is of one. */
export function unspacedScriptOf(character: string): UnspacedScript | undefined {
  return scripts.find(({ characters }) => characters.test(character));
}

/** Such characters, as a part of a character class. */
export const unspacedCharacters = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー";
