/** Ends a switch over a union: a member without a case does not compile. */
export function never(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
