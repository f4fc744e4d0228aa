import * as fc from 'fast-check'

/** What a person, the world or bad luck does next. */
export type Move =
  | { readonly do: 'send' | 'steer' | 'queue' }
  | { readonly do: 'stop' | 'release' | 'step' | 'crash' | 'quit' | 'delete' }
  | { readonly do: 'answer'; readonly outcome: 'approved' | 'denied'; readonly which: number }
  | { readonly do: 'now' | 'edit'; readonly which: number }
  | { readonly do: 'compact' | 'uncompact' | 'note' }
  | { readonly do: 'fork' | 'reload'; readonly which: number }
  | Branching
export type Branching = {
  readonly do: 'rewind' | 'visit' | 'resend' | 'again' | 'goOn'
  readonly which: number
}

/** What the model does when it is asked. */
const SCRIPTS = ['words', 'fails', 'one', 'asks', 'many', 'deaf'] as const
export type Script = (typeof SCRIPTS)[number]

export const moves = (): fc.Arbitrary<readonly Move[]> =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom<Move>({ do: 'send' }, { do: 'steer' }, { do: 'queue' }) },
      { weight: 6, arbitrary: fc.constant<Move>({ do: 'step' }) },
      { weight: 2, arbitrary: fc.constantFrom<Move>({ do: 'stop' }, { do: 'release' }, { do: 'delete' }) },
      { weight: 1, arbitrary: fc.constantFrom<Move>({ do: 'crash' }, { do: 'quit' }) },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('answer' as const),
          outcome: fc.constantFrom('approved' as const, 'denied' as const),
          which: fc.nat(2),
        }),
      },
    ),
    { minLength: 1, maxLength: 30 },
  )
/** The same with somebody who goes back, branches and visits other ways. */
export const movesAndBranches = (): fc.Arbitrary<readonly Move[]> =>
  fc
    .array(
      fc.record({
        do: fc.constantFrom(
          'rewind' as const,
          'visit' as const,
          'resend' as const,
          'again' as const,
          'goOn' as const,
        ),
        which: fc.nat(30),
      }),
      { minLength: 1, maxLength: 10 },
    )
    .chain((branching) =>
      fc
        .shuffledSubarray(branching, { minLength: branching.length })
        .chain((deeds) =>
          moves().chain((all) =>
            fc
              .array(fc.nat(all.length), { minLength: deeds.length, maxLength: deeds.length })
              .map((places) =>
                all.flatMap((move, index): Move[] => [
                  ...deeds.filter((_, deed) => places[deed] === index),
                  move,
                ]),
              ),
          ),
        ),
    )

/**
 * The same with somebody who also sums up, takes that back, notes things, does not let messages wait, copies the chat
 * from some place, and loads one of their two windows anew.
 */
export const movesAndCompactions = (): fc.Arbitrary<readonly Move[]> =>
  fc
    .tuple(
      movesAndBranches(),
      fc.array(
        fc.oneof(
          { weight: 3, arbitrary: fc.constant<Move>({ do: 'compact' }) },
          { weight: 1, arbitrary: fc.constantFrom<Move>({ do: 'uncompact' }, { do: 'note' }) },
          {
            weight: 2,
            arbitrary: fc.record({
              do: fc.constantFrom('fork' as const, 'reload' as const),
              which: fc.nat(30),
            }),
          },
          {
            weight: 2,
            arbitrary: fc.record({ do: fc.constantFrom('now' as const, 'edit' as const), which: fc.nat(3) }),
          },
        ),
        { minLength: 1, maxLength: 10 },
      ),
      fc.array(fc.nat(60), { minLength: 10, maxLength: 10 }),
    )
    .map(([all, more, places]) =>
      more.reduce<readonly Move[]>((line, move, index) => {
        const at = (places[index] ?? 0) % (line.length + 1)
        return [...line.slice(0, at), move, ...line.slice(at)]
      }, all),
    )

export const scripts = (): fc.Arbitrary<readonly Script[]> =>
  fc.array(fc.constantFrom(...SCRIPTS), { minLength: 1, maxLength: 12 })
