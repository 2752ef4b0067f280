/** What a field is taken for by its name. */
export type FieldKind =
  | "enumeration"
  | "attribute"
  | "flag"
  | "birthDate"
  | "currency"
  | "country"
  | "language"
  | "timeZone"
  | "email"
  | "phone"
  | "username"
  | "givenName"
  | "familyName"
  | "name"
  | "company"
  | "address"
  | "postcode"
  | "position"
  | "ip"
  | "url"
  | "secret"
  | "number"
  | "text"
  | "moment"
  | "age"
  | "rate"
  | "amount"
  | "count"
  | "id";

/**
 * Names of fields by which a kind is told, in the order in which they are tried; accents, case and separators do not matter. A
 * phrase of Latin, Cyrillic or Greek letters stands for whole words at the end of a name, others for any part of it.
 */
export const fieldPhrases: readonly (readonly [kind: FieldKind, phrases: string])[] = [
  [
    "birthDate",
    "birth date, date of birth, birthdate, birthday, birth day, dob, born, born on, born at, geburtsdatum, geburtstag, geboren am, date de naissance, date naissance, fecha de nacimiento, fecha nacimiento, nacimiento, data di nascita, data nascita, data de nascimento, data nascimento, geboortedatum, fodelsedatum, data urodzenia, syntymaaika, szuletesi datum, szuletesi ido, дата рождения, ημερομηνια γεννησης, 生日, 出生, 生年月日, 誕生日, 생년월일, 생일",
  ],
  ["birthDate", "birth year, year of birth, geburtsjahr, annee de naissance, 出生年"],
  [
    "moment",
    "created at, updated at, created, updated, modified, deleted at, last seen, last login, last seen at, expires, expires at, date, datetime, timestamp, time, at, on, since, until, datum, fecha, data emissione, erstellt am, dato, дата, 日期, 时间, 日時, 날짜",
  ],
  [
    "attribute",
    "gender, sex, geschlecht, anrede, salutation, honorific, title prefix, genre, civilite, sexo, sesso, пол, 性别, 性別, 성별, marital status, familienstand, religion, konfession, ethnicity, race, disability, blood type, political party",
  ],
  [
    "enumeration",
    "status, role, roles, rel, plan, plan name, product name, tier name, tier, type, kind, interval, cycle, frequency, category, level, method, scope, scopes, permission, permissions, format, mode, stage, phase, priority, severity, visibility, provider, channel, collection method, billing reason, period unit, unit, feature, features, statut, estado, stato, stav, rolle, rol, ruolo, art, typ, tipo, abo, tarif, plan type, account type, статус, роль, тип, план, тариф, κατασταση, 状态, 状態, ステータス, 役割, プラン, 类型, 種類, 种类, 角色, 套餐, 상태, 역할, 요금제, 유형, الحالة, الدور, סטטוס, תפקיד, स्थिति, สถานะ",
  ],
  ["address", "address state, address status, address province, state province, billing state, shipping state"],
  [
    "currency",
    "currency, currency code, wahrung, waehrung, devise, moneda, valuta, moeda, валюта, 通貨, 货币, 通货, 통화",
  ],
  [
    "country",
    "country, country code, land, laendercode, pays, pais, paese, nationality, nation, citizenship, staatsangehorigkeit, nationalite, страна, гражданство, χωρα, 国, 国家, 국가, 国籍",
  ],
  [
    "language",
    "language, lang, locale, language code, preferred language, sprache, langue, idioma, lingua, язык, 语言, 言語, 언어",
  ],
  ["timeZone", "time zone, timezone, tz, zeitzone, zoneinfo, fuseau horaire, часовой пояс, 时区, タイムゾーン"],
  [
    "secret",
    "password, passwd, pwd, password hash, secret, client secret, token, access token, refresh token, api key, apikey, private key, session, signature, hash, digest, salt, otp, pin, cvv, cvc, kennwort, passwort, mot de passe, contrasena, пароль, 密码, パスワード, 비밀번호",
  ],
  [
    "email",
    "email, e mail, mail, email address, mail address, courriel, correo, correo electronico, posta, epost, sahkoposti, почта, эл почта, электронная почта, имейл, ηλεκτρονικο ταχυδρομειο, 邮箱, 邮件, 電子メール, メール, 이메일, بريد, דוא",
  ],
  [
    "phone",
    "phone, telephone, tel, mobile, mobile phone, cell, cell phone, cellphone, fax, phone number, telefon, telefonnummer, handy, handynummer, mobil, telefono, telefone, celular, cellulare, movil, portable, puhelin, телефон, мобильный, τηλεφωνο, 电话, 手机, 電話, 携帯, 전화, 휴대폰, هاتف, טלפון, फोन, मोबाइल, โทรศัพท์",
  ],
  ["ip", "ip, ip address, remote addr, remote address, last login ip, client ip, ip adresse"],
  [
    "username",
    "user name, username, login, login name, handle, nick, nickname, screen name, user login, slug, alias, benutzername, anmeldename, nutzername, identifiant, pseudo, usuario, nome utente, логин, никнейм, 用户名, ユーザー名, 昵称, 아이디, 닉네임",
  ],
  [
    "company",
    "company, company name, organization, organisation, organization name, organisation name, org name, org, employer, business name, legal name, trading name, account name, tenant name, merchant, merchant name, vendor name, supplier name, team name, firma, firmenname, unternehmen, arbeitgeber, entreprise, societe, raison sociale, employeur, empresa, razon social, azienda, ragione sociale, bedrijf, foretag, yritys, ceg, компания, организация, εταιρεια, 公司, 企业, 会社, 会社名, 회사, شركة, חברה, कंपनी, บริษัท",
  ],
  [
    "givenName",
    "first name, firstname, given name, givenname, forename, middle name, middlename, name first, name given, first, given, fname, preferred name, vorname, rufname, prenom, nombre de pila, primer nombre, nome proprio, voornaam, fornamn, fornavn, imie, etunimi, jmeno, keresztnev, prenume, имя, отчество, ονομα, 名, 名字, 下の名前, 이름, الاسم الأول, שם פרטי, ชื่อ",
  ],
  [
    "familyName",
    "last name, lastname, family name, familyname, surname, name last, name family, last, lname, maiden name, nachname, familienname, geburtsname, zuname, nom de famille, nom de naissance, apellido, apellidos, primer apellido, segundo apellido, cognome, sobrenome, apelido, achternaam, efternamn, etternavn, nazwisko, sukunimi, prijmeni, vezeteknev, фамилия, επωνυμο, 姓, 姓氏, 苗字, 성, اسم العائلة, שם משפחה, นามสกุล",
  ],
  [
    "name",
    "name, full name, fullname, display name, displayname, real name, contact name, customer name, user full name, cardholder, card holder, account holder, cardholder name, account holder name, holder, owner, assignee, assigned to, manager, supervisor, contact, contact person, author, approver, approved by, created by, updated by, invited by, modified by, referred by, sales rep, attention, attn, recipient, recipient name, bill to, billed to, ship to, signatory, customer, employee, person, spouse, mother, father, emergency contact, ansprechpartner, kontoinhaber, kunde, empfanger, nom, nom complet, titulaire, nombre, nombre completo, titular, nome, nome completo, intestatario, naam, namn, navn, nimi, nev, nazwa, imie i nazwisko, фио, полное имя, имя и фамилия, владелец, контакт, ονοματεπωνυμο, 姓名, 氏名, お名前, 名前, 联系人, 担当者, 성명, 성함, 담당자, الاسم, שם, नाम, ชื่อ นามสกุล",
  ],
  [
    "postcode",
    "postcode, post code, postal code, postalcode, zip, zip code, zipcode, plz, postleitzahl, code postal, codigo postal, cap, cep, postnummer, индекс, почтовый индекс, 邮编, 郵便番号, 우편번호",
  ],
  [
    "position",
    "latitude, longitude, lat, lng, lon, long, geo, coordinates, location point, breitengrad, langengrad, широта, долгота",
  ],
  [
    "address",
    "address, street, street address, street name, house number, housenumber, building, apartment, unit number, floor, city, town, village, suburb, district, county, region, province, municipality, place, location, place of birth, birth place, birthplace, line 1, line 2, line1, line2, address line, address line 1, address line 2, address1, address2, po box, adresse, anschrift, strasse, hausnummer, ort, wohnort, stadt, bundesland, geburtsort, rue, ville, departement, direccion, calle, ciudad, provincia, indirizzo, via, citta, comune, endereco, rua, cidade, bairro, adres, straat, plaats, gata, stad, ulica, miasto, адрес, улица, город, область, διευθυνση, οδος, πολη, 地址, 街道, 城市, 住所, 市区町村, 都道府県, 주소, 도시, عنوان, מדינה, כתובת, עיר, पता, शहर, ที่อยู่",
  ],
  [
    "url",
    "url, uri, link, href, website, homepage, web site, webseite, site, avatar, avatar url, photo, picture, image, image url, profile picture, profile url, linkedin, twitter, facebook, github, instagram, callback, webhook, redirect uri, logo, 头像, 链接, アバター",
  ],
  [
    "number",
    "tax id, tax number, taxid, vat, vat id, vat number, vatid, tin, ein, ust id, ustid, ust id nr, steuernummer, steuer id, siret, siren, nif, cif, nie, dni, cpf, cnpj, rfc, curp, partita iva, codice fiscale, p iva, piva, inn, инн, огрн, снилс, паспорт, iban, bic, swift, account number, accountnumber, bank account, routing number, sort code, kontonummer, konto, blz, card number, cardnumber, card, credit card, creditcard, kreditkarte, pan, card last4, last4, last 4, ssn, social security number, sozialversicherungsnummer, national id, personal id, id number, id card, passport, passport number, ausweisnummer, driver license, drivers license, license number, licence number, license plate, kennzeichen, insurance number, employee number, staff number, personalnummer, customer number, kundennummer, client number, member number, registration number, company number, handelsregister, imei, mac, mac address, device id, 身份证, 身份证号, 税号, マイナンバー, 사업자등록번호, 주민등록번호, هوية",
  ],
  [
    "text",
    "note, notes, comment, comments, description, message, bio, about, memo, remark, remarks, subject, title, headline, summary, body, content, text, reason, greeting, signature text, feedback, instructions, job title, position title, profession, occupation, department, label, tag, tags, keywords, search text, abteilung, beruf, bemerkung, notiz, notizen, beschreibung, kommentar, betreff, nachricht, commentaire, remarque, objet, profession, nota, notas, comentario, descripcion, observaciones, commento, descrizione, opmerking, заметка, комментарий, описание, сообщение, должность, σχολια, σημειωση, 备注, 描述, 说明, 備考, メモ, コメント, 비고, 메모, 설명, ملاحظات, הערות, टिप्पणी, หมายเหตุ",
  ],
  ["age", "age, alter, idade, edad, eta, возраст, 年龄, 年齢, 나이, height, weight, salary, gehalt, income"],
  [
    "rate",
    "rate, tax rate, vat rate, percent, percentage, tax percent, ratio, quote, satz, steuersatz, taux, tasa, aliquota",
  ],
  [
    "amount",
    "amount, amount due, amount paid, amount remaining, unit amount, price, unit price, total, subtotal, sub total, net, gross, tax, tax amount, sum, balance, due, paid, fee, fees, cost, costs, discount, discount amount, credit, debit, revenue, mrr, arr, spend, value, cents, amount cents, price cents, total cents, betrag, preis, summe, gesamt, netto, brutto, steuer, saldo, montant, prix, solde, total ttc, total ht, importe, precio, importo, prezzo, totale, valor, preco, bedrag, сумма, цена, итого, ποσο, τιμη, 金额, 金額, 价格, 価格, 合計, 금액, 가격, مبلغ, סכום, राशि, ราคา",
  ],
  [
    "count",
    "count, quantity, qty, seats, seat count, licenses, limit, max, min, size, version, page, position index, order index, rank, anzahl, menge, quantite, cantidad, plaetze, 数量, 수량",
  ],
  [
    "id",
    "id, ids, uuid, guid, uid, key, ref, reference, external id, external ref, number, nr, no, num, invoice number, order number, code, sku, user id, subscription id, customer id, account id, urn, nummer, rechnungsnummer, numero, numero de facture, номер, идентификатор, αριθμος, 编号, 番号, 번호, رقم",
  ],
];
