/** Colours and typefaces, light and dark; every text on every ground it stands on has a contrast of 4.5 or more. */
export const colours = `
:root {
  color-scheme: light dark;
  --text: "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
  --display: "Iowan Old Style", Charter, "Palatino Linotype", Palatino, Georgia, "Noto Serif", "Liberation Serif", serif;
  --mono: ui-monospace, SFMono-Regular, "Cascadia Code", Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  --paper: #fbfaf7; --card: #ffffff; --wash: #f2f0ea; --line: #e3dfd6; --line-strong: #b5afa2;
  --ink: #1d1c19; --quiet: #625e56; --link: #1f5a96; --focus: #2f6fb5;
  --passed: #17613a; --passed-wash: #e7f2ea; --passed-line: #bcdcc7; --passed-solid: #2f8a57;
  --failed: #9f221b; --failed-wash: #fbeae8; --failed-line: #efc3be; --failed-solid: #c43d34;
  --inconclusive: #745000; --inconclusive-wash: #fbf1d9; --inconclusive-line: #e8d39a; --inconclusive-solid: #d19a1c;
  --skipped: #57534b; --skipped-solid: #a8a294;
  --observed: #1f5487; --observed-wash: #e8f0f8; --observed-solid: #6c9ccb;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #151412; --card: #1d1c19; --wash: #262421; --line: #34312c; --line-strong: #6b665d;
    --ink: #ece9e2; --quiet: #aaa498; --link: #8fbfef; --focus: #8fbfef;
    --passed: #84d6a2; --passed-wash: #16291e; --passed-line: #29503a; --passed-solid: #4fae78;
    --failed: #ffa199; --failed-wash: #341a18; --failed-line: #6a302b; --failed-solid: #e2645a;
    --inconclusive: #efc566; --inconclusive-wash: #2e2510; --inconclusive-line: #5c4a1c; --inconclusive-solid: #d6a53a;
    --skipped: #bdb7ab; --skipped-solid: #7d776c;
    --observed: #9cc6f0; --observed-wash: #17273a; --observed-solid: #5c8fc2;
  }
}
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; }
}
`;
