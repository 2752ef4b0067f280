import { fold } from "./fold.ts";

/**
 * Words that an interface is made of, and that tell of nobody: values of enumerations, names of fields, parts of addresses on the
 * web. None of them is a common name of a person.
 */
const words = new Set(
  // states
  (
    "active inactive enabled disabled invited pending suspended blocked locked banned deleted removed archived expired " +
    "verified unverified confirmed unconfirmed approved rejected declined accepted requested trial trialing trialling " +
    "past due canceled cancelled canceling ended ending paused unpaid paid unpaused open opened closed draft void voided " +
    "overdue uncollectible collectible refunded refunding failed failing success succeeded successful error processing " +
    "processed queued scheduled running started stopped finished complete completed incomplete done sent unsent delivered " +
    "received partial partially full new old current previous upcoming future unknown none other default normal live " +
    "sandbox test demo production staging online offline available unavailable public private internal external hidden " +
    "visible required optional true false yes no on off ok up down in out at by of the and or not " +
    // roles, plans, units
    "owner admin administrator member manager user guest viewer editor reader writer billing support developer operator " +
    "moderator staff employee customer client partner vendor supplier contact primary secondary read write execute manage " +
    "view edit create update delete list export import access all any free basic starter standard plus premium pro " +
    "professional business team teams enterprise unlimited lite personal individual organization organisation company " +
    "account family student education nonprofit analytics storage service services subscription subscriptions invoice " +
    "invoices users plan plans seat seats license licence addon usage metered flat fixed tiered volume unit units " +
    "second minute hour day week month quarter year daily weekly biweekly monthly quarterly semiannual yearly annual " +
    "annually once weekday weekend one two three single double multi recurring manual automatic auto renewal renew charge " +
    "credit debit card bank transfer wire sepa direct cash cheque check paypal visa mastercard amex payment prepaid " +
    "postpaid net gross tax vat exempt reverse standard reduced zero inclusive exclusive amount total subtotal discount " +
    "coupon refund note regular adjustment proration correction standard system light dark email mail phone mobile home " +
    "work office fax sms push web app api http https www html json xml pdf csv png jpg jpeg gif svg webp txt male female " +
    "diverse divers nonbinary undisclosed low medium high critical normal urgent  info warning debug asc desc " +
    "id ids uuid key token name names date time type types kind status state role roles code number value values label url " +
    "uri link href ref reference version meta metadata data size count object record records item items line lines " +
    "field self next first last prev example invalid localhost com net org local avatar avatars image images img " +
    "photo photos picture file files document documents download downloads upload uploads static assets media profile " +
    "profiles login logout callback rest graphql v1 v2 v3 v4 usr sub subs inv acct acc cus cust org tenant uid oid " +
    "txn tx pay pm prod sku ord order orders mandate " +
    // other languages
    "aktiv inaktiv gesperrt bezahlt offen storniert entwurf monat jahr monatlich actif inactif paye ouvert brouillon mois annuel " +
    "mensuel activo inactivo pagado abierto borrador mes mensual anual ativo attivo inattivo pagato aperto активен активный оплачен " +
    "открыт закрыт черновик 有効 無効 有效 无效 已支付 未支付 已付款 支払済 未払い 月額 年額 管理者 会員 管理员 成员 활성 비활성 관리자"
  )
    .split(" ")
    .map(fold),
);

/** Titles and legal forms, which are kept beside a name, and particles, which are where they are written small. */
const titles = wordSet("mr mrs ms mx miss dr prof sir herr frau mme mlle madame monsieur sr sra srta jr");
const legalForms = wordSet(
  "ltd limited llc inc corp corporation co company gmbh ag kg ohg ug se sa sas sarl srl spa bv nv ab as oy oyj aps plc pty kft sro " +
    "doo ooo ооо оао ао зао ип",
);
const particles = wordSet("von van der den de del della di da do dos du la le el al bin ibn zu zum zur ter ten y e i");

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

export function isTitle(word: string): boolean {
  return titles.has(fold(word));
}

export function isLegalForm(word: string): boolean {
  return legalForms.has(fold(word));
}

/** `de` in `Ana de Souza`; not the `De` of `De Souza`, which may be all there is of a name. */
export function isParticle(word: string): boolean {
  return particles.has(word);
}

/** Is it a word of interfaces rather than of people? */
export function isPublicWord(word: string): boolean {
  const folded = fold(word);
  return words.has(folded) || titles.has(folded) || legalForms.has(folded) || particles.has(folded);
}

/** Are all words of this text, of which there is one at least, public? `past_due`, `read:users`, `PaidOut`. */
export function isPublicText(text: string): boolean {
  const found = splitWords(text);
  return found.length > 0 && found.every((word) => isPublicWord(word));
}

/** The words of a name or a value: at separators, and where small letters turn into capitals. */
export function splitWords(text: string): readonly string[] {
  return text
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}
