import { describe, expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { baseUrl, entry, harOf, type EntryChanges } from "../har/har.fixture.ts";
import { judgeTraffic } from "../har/judge-traffic.ts";
import { reportHtml } from "../report/html.ts";
import { reportJunit } from "../report/junit.ts";
import { reportSummary } from "../report/summary.ts";
import { reportText } from "../report/text.ts";
import { learn } from "./learn.ts";
import { learnedText } from "./learned-text.ts";

const directory = openTemporaryDirectory();
const plain = (_: unknown, text: string): string => text;

const people = ["Ottoline Zwingmann", "Ferapont Quisling", "Mehetabel Oxnard", "Zebedee Illingworth"];
const users = people.map((name, index) => ({
  id: `usr_${index}x${index * 7}k`,
  name,
  username: name.toLowerCase().replace(" ", "_"),
  email: `${name.toLowerCase().replace(" ", ".")}@kestrel-and-sons.example`,
  status: index % 2 === 0 ? "active" : "invited",
}));
const subscriptions = ["7946", "7947"].map((number) => ({
  id: `sub-${number}-a`,
  owner: people[0],
  contact: `+44 20 ${number} 0958`,
}));
const invoices = [1, 2].map((number) => ({
  id: `inv-${number}`,
  iban: `DE8937040044053201300${number}`,
  amount: 48_213,
}));

/** Texts that no output may contain. */
const words = [
  ...[...people, "Thaddeus Vole", "Perpetua Snell", "Jane Penhaligon"].flatMap((name) => name.split(" ")),
  "kestrel",
  "elsewhere",
  "sekret",
  "hunter2",
  "7946",
  "48213",
  "DE8937",
  "203.0.113",
  "usr_9x9k",
  "inv-1",
  "cGVuaGFsaWdvbjpodW50ZXIy",
  "a-token-of-tests",
];

const named = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));
const json = { "Content-Type": "application/json" };
const page = (data: readonly object[], total: unknown = data.length) => ({ json: { data, meta: { page: 1, total } } });
const rejection = (status: number, message: string, more = {}) => ({
  status,
  json: { error: { code: "invalid", message, ...more } },
});
const post = (body: unknown, type = "application/json"): EntryChanges => ({
  method: "POST",
  headers: named({ "Content-Type": type }),
  postData: { mimeType: type, text: typeof body === "string" ? body : JSON.stringify(body) },
});
const at = (path: string, changes: EntryChanges): object => entry({ url: `${baseUrl}${path}`, ...changes });
const list = "/api/v1/users";
const jane = "penhaligon@home.example";

const attacks: Readonly<Record<string, readonly object[]>> = {
  "records, names of members and echoes in successes": [
    at(list, page(users, 40)),
    at(list, page([...users, { id: "usr_9x9k", "Perpetua Snell": { "vole@elsewhere.example": 1 } }], 40)),
    at(list, {
      json: { data: users, meta: { page: 1, total: "Zebedee" }, echo: "a-token-of-tests-0123456789", by: people },
    }),
    at("/api/v1/invoices", page(invoices)),
    ...subscriptions.map((one) => at(`/api/v1/subscriptions/${one.id}`, page([one]))),
  ],
  "queries and paths": [
    at(`${list}?access_token=sekret-of-a-query`, page(users)),
    at(`${list}?page=2&per_page=2`, page(users.slice(2), 40)),
    at(`${list}?username=thaddeus_vole`, page([], 0)),
    at(`${list}?name=Ferapont%20Quisling`, page(users.slice(1, 2))),
    at(`${list}?manager=jane_penhaligon&employee=48213`, page(users.slice(0, 1))),
    at(`${list}?q=${jane}&vole@elsewhere.example=1`, page(users.slice(0, 1))),
    at(`${list}?sort=janePenhaligon`, rejection(400, "cannot sort by janePenhaligon")),
    at(`${list}?page=${jane}`, rejection(400, `page ${jane} is not a number`)),
    at("/api/v1/Ottoline.Zwingmann", rejection(404, "no route /api/v1/Ottoline.Zwingmann")),
    at("/api/v1/teams/penhaligon-family", rejection(404, "none")),
    at("/api/v1/subscriptions/zwingmann-7", rejection(404, "no subscription zwingmann-7")),
    at("/api/v2/users?owner=penhaligon", rejection(404, "none")),
    entry({ url: "https://penhaligon:sekret-of-a-user@api.example/x/api/v1/users", ...page(users) }),
  ],
  headers: [
    at(list, {
      headers: named({ Cookie: "sid=sekret-of-a-cookie; theme=dark", "X-Api-Key": "sekret-of-a-key", "X-User": jane }),
      responseHeaders: named({ ...json, "X-Served-For": jane, "Set-Cookie": "sid=sekret-cookie-set; Path=/" }),
      ...page(users),
    }),
    at(list, {
      headers: named({ Origin: "https://penhaligon-laptop.example" }),
      responseHeaders: named({ ...json, "Access-Control-Allow-Origin": "https://penhaligon-laptop.example" }),
      ...page(users),
    }),
    at(list, {
      content: { size: 9, text: "Zwingmann" },
      responseHeaders: named({ "Content-Type": `text/x; by="${jane}"` }),
    }),
    entry({ status: 0, more: { _error: "could not reach penhaligon-laptop" } }),
  ],
  "rejections of tokens": [
    entry({
      authorization: null,
      ...rejection(401, "no token from 203.0.113.77"),
      responseHeaders: named({ ...json, "WWW-Authenticate": 'Bearer realm="Zwingmann", trace="sekret-of-a-trace"' }),
    }),
    entry({ authorization: "Bearer sekret-never-issued", ...rejection(401, "token sekret-never-issued is not valid") }),
    entry({ authorization: "Basic cGVuaGFsaWdvbjpodW50ZXIy", ...rejection(401, `user ${jane} may not`) }),
  ],
  "bodies that are sent": [
    at(list, {
      ...post({
        name: "Thaddeus Vole",
        email: "vole@elsewhere.example",
        password: "sekret-password",
        "Jane Penhaligon": 1,
      }),
      ...rejection(422, "Thaddeus Vole <vole@elsewhere.example> is taken", { input: { password: "sekret-password" } }),
    }),
    at(list, {
      ...post({ name: "Perpetua Snell", email: "snell@elsewhere.example", phone: "+44 20 7946 0143" }),
      ...page([{ id: "usr_9x9k", name: "Perpetua Snell", email: "snell@elsewhere.example" }]),
      status: 201,
      responseHeaders: named({ ...json, Location: `${baseUrl}${list}/usr_9x9k?by=penhaligon`, "X-Created-By": jane }),
    }),
    at(list, {
      ...post("name=Thaddeus+Vole&token=sekret-of-a-form", `application/x-www-form-urlencoded; owner=${jane}`),
      ...rejection(415, `application/x-www-form-urlencoded; owner=${jane} is not supported`),
    }),
    at(list, { ...post('{"name": "Thaddeus Vole'), ...rejection(400, "Unexpected end at: Thaddeus Vole") }),
  ],
};

function wordsIn(text: string): readonly string[] {
  return words.filter((word) => text.toLowerCase().includes(word.toLowerCase()));
}

describe.each(Object.entries(attacks))("nothing of %s", (_, entries) => {
  const har = [directory.write("visit.har", harOf(at(list, page(users, 40)), ...entries))];

  test("is in a dialect, a world or the output", async () => {
    directory.write("visit.har", harOf(at(list, page(users, 40)), ...entries));
    const learned = await learn({ har, world: true });
    expect(learned.keys.map(({ key }) => key)).toContain("records.user");
    expect(learned.text).toContain("entry 1 of visit.har");
    expect(wordsIn(JSON.stringify(learned) + learnedText(learned, { out: "x.yaml", paint: plain }))).toEqual([]);
  });

  test("is in a report, whatever its form; it says where to look it up", async () => {
    directory.write("visit.har", harOf(at(list, page(users, 40)), ...entries));
    const report = await judgeTraffic({ har });
    const forms = [reportHtml(report), reportJunit([report]), reportSummary([report]), reportText(report, plain)];
    expect(report.results.find(({ status }) => status === "passed")?.evidence[0]?.response?.body).toContain('"total":');
    for (const text of [JSON.stringify(report), ...forms]) expect(wordsIn(text)).toEqual([]);
  });
});

test("a failure names the entry that shows it", async () => {
  const har = [directory.write("bad.har", harOf(at(list, page(users)), at(list, page(users, "Zebedee"))))];
  const { results } = await judgeTraffic({ har });
  const failed = results.filter(({ status }) => status === "failed");
  expect(failed.map(({ id }) => id)).toContain("ENV-05");
  for (const { message } of failed) expect(message).toContain("the first: entry 2 of bad.har");
  const [shown] = failed.flatMap(({ evidence }) => evidence);
  expect(shown?.response?.body).toMatch(/"… \(1 more\)"\],"meta":/);
});
