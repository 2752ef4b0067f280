/** An amount in minor units as money of its currency: 174000 EUR is €1,740.00, and 500 JPY is JP¥500. */
export function formatMoney(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  const { maximumFractionDigits = 0 } = format.resolvedOptions();
  return format.format(minorUnits / 10 ** maximumFractionDigits);
}
