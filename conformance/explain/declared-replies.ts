import type { Explanations } from "./explanation.ts";

const codes = "§7 leaves the status codes of failures open; the dialect declares this one";

/** What a dialect declares of replies: status codes, the body of failures, authentication. */
export const declaredReplyExplanations: Explanations = {
  "DECL-10": {
    why: "§4 leaves the success codes open, and any 2xx conforms; the dialect declares which one it is, for each operation.",
    good: "declared 201: 201 Created",
    bad: "declared 201: 200 OK",
    mend: "Answer with the declared code, or declare the one that is answered.",
  },
  "DECL-11": {
    why: `${codes}: that of a call without a token.`,
    good: "declared 401: 401",
    bad: "declared 401: 403",
    mend: "Answer a call without the header with the declared code.",
    call: { authorization: null },
  },
  "DECL-12": {
    why: `${codes}: that of a call with a token never issued.`,
    good: "declared 401: 401",
    bad: "declared 401: 403",
    mend: "Answer a token that nobody issued with the declared code.",
    call: { authorization: "Bearer orgkit-never-issued-5b1e7f0c" },
  },
  "DECL-13": {
    why: `${codes}: that of an unknown subscription id.`,
    good: "declared 404: 404",
    bad: "declared 404: 403",
    mend: "Answer an id that the account does not have with the declared code.",
    call: { path: "/api/v1/subscriptions/sub_unknown0" },
  },
  "DECL-14": {
    why: `${codes}: that of a path the interface does not have.`,
    good: "declared 404: 404",
    bad: "declared 404: 200 with the page of a web application",
    mend: "Let paths under /api/v1 that are no operation end in the declared code, before any catch-all route.",
    call: { path: "/api/v1/orgkit-no-such-path" },
  },
  "DECL-15": {
    why: `${codes}: that of a method the operation does not have.`,
    good: "declared 405: 405",
    bad: "declared 405: 404",
    mend: "Tell a path that is unknown from a method that is, or declare the code that is answered.",
    call: { method: "PROPFIND" },
  },
  "DECL-16": {
    why: `${codes}: that of a creation whose body is no JSON.`,
    good: "declared 400: 400",
    bad: "declared 400: 500",
    mend: "Catch the parser's error and answer with the declared code.",
    call: { body: '{"name":' },
  },
  "DECL-17": {
    why: `${codes}: that of a creation whose body is said to be plain text.`,
    good: "declared 415: 415",
    bad: "declared 415: 400",
    mend: "Look at `Content-Type` before the body is parsed.",
    call: { contentType: "text/plain", body: "orgkit" },
  },
  "DECL-18": {
    why: "§7 leaves the body of a failure open; the dialect declares its content type and form: problem details (RFC 9457), an envelope, an object of code and message, text, or a template.",
    good: 'declared problem: 401 application/problem+json {"type":"about:blank","title":"Unauthorized","status":401}',
    bad: "declared problem: 401 text/html <h1>Unauthorized</h1>",
    mend: "Let one place write every failure, the framework's own and the gateway's included.",
    call: { authorization: null },
  },
  "DECL-19": {
    why: "§5 does not speak of a challenge; the dialect declares the `WWW-Authenticate` of a refusal, or that there is none.",
    good: '401 www-authenticate: Bearer realm="organization"',
    bad: "401 without the header",
    mend: "Set the header where the refusal is made; a proxy may drop it.",
    call: { authorization: null },
  },
  "DECL-20": {
    why: "§5 writes `Bearer`; whether another letter case of the word is accepted is left open, and the dialect declares it.",
    good: "declared any: `bearer <token>` is answered as `Bearer <token>` is",
    bad: "declared any: `bearer <token>` is refused",
    mend: "Compare the scheme in the declared way. RFC 9110 has it without regard to case.",
    call: { authorization: "bearer $ORGKIT_TOKEN" },
  },
  "DECL-21": {
    why: "§5 leaves open how a refusal looks; where it is a redirect, the dialect declares where to.",
    good: "declared /login: 302 location: /login",
    bad: "declared /login: 302 location: /",
    mend: "Send refused callers to the declared page, or declare the page.",
    call: { authorization: null },
  },
};
