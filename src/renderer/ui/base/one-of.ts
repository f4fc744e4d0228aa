/** The one of the values that a list gave back as text; null for what is none of them. */
export function oneOf<Value extends string>(values: readonly Value[], text: string): Value | null {
  return values.find((value) => value === text) ?? null
}
