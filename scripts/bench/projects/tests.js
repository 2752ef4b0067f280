// Added to each of the two test files: a page, a creation, a list that has it.
for (let number = 1; number <= 20; number += 1) {
  test(`a created user is listed: ${number}`, async () => {
    const send = async (path, init) =>
      (await fetch(`https://api.example/api/v1/users${path}`, { headers, ...init })).json();
    expect(await send("?page=2&per_page=50")).toMatchObject({ data: { length: 50 }, meta: { total: 122 } });
    const body = JSON.stringify({ email: "new@x.example", name: "New" });
    expect(await send("", { method: "POST", body })).toMatchObject({ data: [{ email: "new@x.example" }] });
    expect(await send("?page=3&per_page=50")).toMatchObject({ data: { length: 23 }, meta: { total: 123 } });
  });
}
