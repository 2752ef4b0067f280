import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { baseUrl, entry, harOf } from "../har/har.fixture.ts";
import { learnHar } from "./learn.ts";

const directory = openTemporaryDirectory();

const people = ["Ottoline Zwingmann", "Ferapont Quisling", "Mehetabel Oxnard", "Zebedee Illingworth"];
const users = people.map((name, index) => ({
  id: `usr_${index}x${index * 7}k`,
  name,
  email: `${name.toLowerCase().replace(" ", ".")}@kestrel-and-sons.example`,
  status: index % 2 === 0 ? "active" : "invited",
}));
const page = (data: readonly object[], total = data.length) => ({ json: { data, meta: { page: 1, total } } });
const refusal = (text: string) => ({ status: 422, json: { error: { code: "invalid", message: text } } });

test("no name, address, token or cookie of the recording is in the dialect, the world or what is said", async () => {
  const secret = "s3cret-session-of-a-browser";
  const post = (body: object) => ({
    method: "POST",
    postData: { mimeType: "application/json", text: JSON.stringify(body) },
  });
  const file = directory.write(
    "visit.har",
    harOf(
      entry({ ...page(users, 40), headers: [{ name: "Cookie", value: `sid=${secret}` }] }),
      entry({ url: `${baseUrl}/api/v1/users?name=Ferapont%20Quisling`, ...page(users.slice(1, 2)) }),
      entry({ url: `${baseUrl}/api/v1/users?q=oxnard@kestrel-and-sons.example`, ...page(users.slice(2, 3)) }),
      entry({
        url: `${baseUrl}/api/v1/Ottoline.Zwingmann`,
        status: 404,
        json: { error: { code: "gone", message: "no" } },
      }),
      entry({
        ...post({ name: "Thaddeus Vole", email: "vole@elsewhere.example" }),
        ...refusal("Thaddeus Vole is taken"),
      }),
      entry({
        ...post({ name: "Perpetua Snell", password: secret }),
        ...page([{ id: "usr_9x9k", name: "Perpetua Snell" }]),
      }),
      entry({ url: `${baseUrl}/api/v1/subscriptions/zwingmann-7`, ...refusal("no subscription zwingmann-7") }),
    ),
  );
  const learned = await learnHar([file], { world: true });
  const written = JSON.stringify(learned);
  expect(learned.keys.map(({ key }) => key)).toEqual(expect.arrayContaining(["records.user", "filtering.style"]));
  expect(written).toContain("entry 2 of visit.har");
  const given = [...people, "Thaddeus Vole", "Perpetua Snell"].flatMap((name) => name.split(" "));
  for (const word of [...given, "kestrel", "elsewhere", secret, "a-token-of-tests"]) {
    expect(written.toLowerCase()).not.toContain(word.toLowerCase());
  }
});
