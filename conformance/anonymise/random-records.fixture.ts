import fc from "fast-check";
import type { Json, JsonObject } from "../../fixtures/json.ts";
import type { SourceRecords } from "./structure.ts";

/** Records of made-up people, and every personal text in them. */
export interface RandomRecords {
  readonly records: SourceRecords;
  readonly personal: readonly string[];
}

type Person = Readonly<Record<"given" | "family" | "company" | "place" | "digits" | "sentence", string>>;

/** The writing of a language: names, some of them in the lists of replacements, and letters for any others. */
type Language = ReturnType<typeof listed>;

const listed = (given: string, family: string, letters: string, words: string) => ({
  given: given.split(" "),
  family: family.split(" "),
  letters,
  words: words.split(" "),
});

const languages = [
  listed(
    "Anna Zoë Jean-Luc Ada Björn",
    "Kiss O'Brien Müller Weber Okafor Smith",
    "abcdefghijklmnoprstuvz",
    "called yesterday about her divorce lawyer",
  ),
  listed(
    "Łukasz Đorđe Þóra François",
    "Wójcik Größer Ångström Nguyễn",
    "abcdeéèfghiíklłmnoøprsßtuüvz",
    "prosím zavolejte zpět kvůli smlouvě",
  ),
  listed(
    "Иван Мария Ярослав",
    "Петров Соколов Щукин",
    "абвгдежзиклмнопрстуфхцчшыья",
    "просила перезвонить насчёт договора",
  ),
  listed("Γιώργος Ελένη", "Παππάς Οικονόμου", "αβγδεζηθικλμνξοπρστυφχψω", "τηλεφώνησε χθες σχετικά"),
  listed("محمد فاطمة", "المصري الحداد", "ابتثجحخدرزسشصطعفقكلمنهوي", "اتصلت أمس بخصوص العقد"),
  listed("יונתן מיכל", "כהן מזרחי", "אבגדהוזחטיכלמנסעפצקרשת", "התקשרה אתמול לגבי החוזה"),
  listed("राहुल प्रिया", "शर्मा वर्मा", "कखगघचजटडतदनपबमयरलवसह", "उसने अनुबंध बारे फोन किया"),
  listed("สมชาย มาลี", "สุขใจ ทองดี", "กขคงจชซดตนบปพมยรลวสห", "โทรมาเมื่อวาน เรื่องสัญญา"),
  listed("伟 小明 秀英", "王 李 欧阳", "安邦博昌诚春达德恩凡芳飞", "昨天打电话询问合同"),
  listed(
    "花子 たろう サクラ",
    "山田 佐藤 渡辺",
    "あいうえおかきくけこサシスセソ美香翔",
    "昨日契約について電話しました",
  ),
  listed("민준 서연", "김 이 남궁", "가나다라마바사아자차카타파하", "어제 계약에 대해 전화했다"),
  listed("გიორგი ნინო", "ბერიძე კაპანაძე", "აბგდევზთიკლმნოპრსტუფქ", "გუშინ დარეკა ხელშეკრულების"),
];

function word({ letters }: Language): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 2, maxLength: 9 });
}

function person(language: Language): fc.Arbitrary<Person> {
  const name = (listedNames: readonly string[]): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...listedNames) },
      { weight: 1, arbitrary: word(language).map((made) => made.charAt(0).toUpperCase() + made.slice(1)) },
    );
  return fc.record({
    given: name(language.given),
    family: name(language.family),
    company: word(language),
    place: word(language),
    digits: fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: 9, maxLength: 9 }),
    sentence: fc.shuffledSubarray([...language.words], { minLength: 1 }).map((words) => words.join(" ")),
  });
}

/** The fields that a service may have for a person: their names, and their values. */
type Shape = (person: Person, index: number, first: Person) => JsonObject;

function mail({ given, family, company }: Person): string {
  return `${given}.${family}@${company}.com`.toLowerCase().replaceAll(/['\s]/g, "");
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

const shapes: readonly Shape[] = [
  (own) => ({
    first_name: own.given,
    last_name: own.family,
    email: mail(own),
    phone: `+49 ${own.digits.slice(0, 3)} ${own.digits.slice(3)}`,
    address: { line1: `${own.place} 12`, city: own.place, country: "DE" },
    note: `${own.given} ${own.family} ${own.sentence} (${mail(own)})`,
  }),
  (own) => ({
    name: `${own.given} ${own.family}`,
    avatar: `https://cdn.${own.company}.com/${encodeURIComponent(own.given)}/${encodeURIComponent(own.family)}.png`,
    company: { name: `${own.company} GmbH`, taxId: `DE${own.digits}` },
    contacts: [
      { type: "email", value: mail(own) },
      { type: "phone", value: own.digits },
    ],
  }),
  (own) => ({
    氏名: `${own.family}${own.given}`,
    メール: mail(own),
    備考: `${own.given}様、${own.sentence}`,
    имя: own.given,
    фамилия: own.family,
    телефон: Number(`4${own.digits}`),
  }),
  // Field names that say nothing: their values must be replaced unless they are shown to be harmless.
  (own, index) => ({
    f1: own.given,
    f2: `${own.family}, ${own.given}`,
    f3: [own.place, { deep: [own.company, own.sentence] }],
    f4: base64(mail(own)),
    f5: encodeURIComponent(`${own.given} ${own.family}`),
    f6: { [mail(own)]: true, [own.digits]: { [own.company]: index } },
    f7: `${own.company}-${own.family}-${index}`,
    f8: JSON.stringify({ who: own.given, at: own.place }),
  }),
  (own) => ({
    login: `${own.given}${own.family}`,
    access_token: `${base64(own.family)}.${own.digits}`,
    owner: `${own.given} ${own.family}`,
    tags: [own.family, own.place],
    links: [{ rel: "self", href: `/people/${own.family}?q=${encodeURIComponent(own.company)}#${own.given}` }],
    GREETING: `${own.given.toUpperCase()} ${own.family.toUpperCase()}!`,
  }),
  // Few different values in many records, like an enumeration; but these are names of people.
  (own, index, first) => ({
    name: `${own.given} ${own.family}`,
    company: own.company,
    f1: first.company.toLowerCase(),
    plan: index % 2 === 0 ? `${first.family.toLowerCase()}-2` : "team",
    tier: first.given,
    settings: { [first.family]: 1, [own.given]: { rel: "self" } },
    gender: index % 2 === 0 ? "female" : "male",
  }),
];

/** Texts in records that are not personal: field names, enumerations, fixed parts of addresses. */
export const structure =
  "first_name last_name tier settings gender female male email phone address line1 city country note name avatar company taxid contacts type value login " +
  "access_token owner tags links rel href greeting deep self https cdn people png gmbh active suspended member admin team " +
  "business month status role plan interval currency userid createdat amount number learned accounts tokens users subscriptions " +
  "invoices test f1 f2 f3 f4 f5 f6 f7 f8 true null 氏名 メール 備考 имя фамилия телефон";

const ids: readonly ((own: Person, index: number) => string | number)[] = [
  (_, index) => index + 1,
  (_, index) => `usr_${String(index * 7919 + 104_729).padStart(8, "0")}`,
  (own, index) => `${own.given}-${own.family}-${index}`,
  (own, index) => `${index}.${mail(own)}`,
];

/** The texts, and long numbers, of a value and the keys of its objects. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return value > 1e6 ? [String(value)] : [];
  return Object.entries(value ?? {}).flatMap(([key, item]) => [key, ...textsIn(item)]);
}

/** Records of people who write in one or more of twelve scripts, in one of several formats. */
export function randomRecords(): fc.Arbitrary<RandomRecords> {
  const people = fc.array(fc.constantFrom(...languages).chain(person), { minLength: 1, maxLength: 14 });
  return fc.tuple(people, fc.constantFrom(...shapes), fc.constantFrom(...ids)).map(([all, shape, idOf]) => {
    const made = all.map((own, index) => {
      const [fields, userId, address] = [shape(own, index, all[0] ?? own), idOf(own, index), mail(own)];
      const note = `${own.sentence} ${own.given} ${address}`;
      const status = index % 3 === 0 ? "suspended" : "active";
      const role = index % 2 === 0 ? "member" : "admin";
      return {
        user: { id: userId, ...fields, status, role, createdAt: "2024-02-03T10:11:12Z" },
        subscription: { id: `sub_${index}k${index}`, plan: "team", status: "active", interval: "month", userId },
        invoice: { id: `inv_${index}`, number: `INV-${index + 1000}`, userId, amount: 1190, currency: "EUR", note },
        personal: [...textsIn(fields), own.sentence, address],
      };
    });
    return {
      records: {
        users: made.map(({ user }) => user),
        subscriptions: made.map(({ subscription }) => subscription),
        invoices: made.map(({ invoice }) => invoice),
      },
      personal: made.flatMap(({ personal }) => personal),
    };
  });
}
