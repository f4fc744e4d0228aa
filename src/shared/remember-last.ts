/**
 * The same function, which answers at once when it is asked about the very same things as the last time. For pure functions
 * of things that stay the same objects until they change.
 */
export function rememberLast<Args extends readonly unknown[], Answer>(
  ask: (...args: Args) => Answer,
): (...args: Args) => Answer {
  let last: { readonly args: Args; readonly answer: Answer } | null = null
  return (...args) => {
    if (last === null || !isSame(args, last.args)) last = { args, answer: ask(...args) }
    return last.answer
  }
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, at) => Object.is(value, right[at]))
}
