// What Dredd runs around each of its calls. Its documentation has hooks for all that is done here: to send a token,
// to make a response with a code other than 2xx be tested at all, and to change a call or an expectation.
const { writeFileSync } = require("node:fs");
const hooks = require("hooks");

const { JUDGE_TOKEN, JUDGE_RESULTS } = process.env;
const wrongToken = "a-token-never-issued";
let fresh = 0;

hooks.beforeEach((transaction) => {
  const { request, expected } = transaction;
  transaction.skip = false;
  if (expected.statusCode === "200") request.headers.Authorization = `Bearer ${JUDGE_TOKEN}`;
  if (expected.statusCode === "403") request.headers.Authorization = `Bearer ${wrongToken}`;
  fresh += 1;
  request.body = request.body.replaceAll("{{unique}}", `dredd${fresh}`);
});

// The document leaves open which success, which rejection and which media type it is, and Dredd knows one of each.
hooks.beforeEachValidation(({ real, expected }) => {
  const isAsDescribed =
    expected.statusCode === "200"
      ? real.statusCode >= 200 && real.statusCode < 300
      : real.statusCode >= 300 && real.statusCode < 500;
  if (isAsDescribed) expected.statusCode = String(real.statusCode);
  delete expected.headers["Content-Type"];
});

hooks.afterAll((transactions) => {
  const results = transactions.map(({ name, test, results: { fields = {} } = {} }) => ({
    name,
    // A call that was not answered has no test.
    status: test?.status ?? "error",
    wrong: Object.keys(fields).filter((field) => fields[field].valid === false),
  }));
  writeFileSync(JUDGE_RESULTS, JSON.stringify(results));
});
