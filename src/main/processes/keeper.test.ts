import { expect, it } from 'vitest'
import { createKeeper, keepLong } from './keeper.ts'

/** Keepers that write down what they hear, and time that passes when the test says so. */
function open(how: { readonly fails?: boolean } = {}) {
  const said: string[][] = []
  const ends: ((reason: string) => void)[] = []
  const due = new Set<() => void>()
  const warned: unknown[] = []
  const turns: (() => void)[] = []
  const keeper = createKeeper({
    start: () => {
      if (how.fails) throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' })
      const lines: string[] = []
      said.push(lines)
      return {
        say: (line) => void lines.push(line),
        onEnd: (listener) => void ends.push(listener),
        fallSilent: () => void lines.push('(silence)'),
      }
    },
    clock: {
      schedule: (_ms, act) => {
        due.add(act)
        return () => void due.delete(act)
      },
    },
    soon: (act) => void turns.push(act),
    logger: { warn: (_message, data) => void warned.push(data?.['reason']) },
  })
  const turn = () => {
    for (const act of turns.splice(0)) act()
  }
  const pass = () => {
    turn()
    for (const act of due) {
      due.delete(act)
      act()
    }
  }
  return { ...keeper, said, ends, due, warned, turn, pass }
}

it('starts a keeper with the first program, and lets it go a while after the last', () => {
  const { keep, said, turn, pass, due } = open()
  expect(said).toEqual([])
  const [first, second] = [keep(20), keep(30)]
  turn()
  first()
  turn()
  expect(due.size).toBe(0)
  second()
  const third = keep(40)
  pass()
  third()
  third()
  turn()
  expect(said).toEqual([['+ 20\n+ 30\n', '- 20\n', '- 30\n+ 40\n', '- 40\n']])
  pass()
  expect(said[0]?.at(-1)).toBe('rest\n')
  keep(50)
  turn()
  expect(said[1]).toEqual(['+ 50\n'])
})

it('is not troubled by what is over in the same turn', () => {
  const { keep, said, turn, due } = open()
  keep(20)()
  turn()
  expect([said, due.size]).toEqual([[], 0])
  keep(30)
  turn()
  keep(40)()
  turn()
  expect(said).toEqual([['+ 30\n']])
})

it('tells another keeper of all programs when one has ended, and says once that it had', () => {
  const { keep, said, ends, turn, warned } = open()
  const over = keep(20)
  keep(30)
  turn()
  ends[0]?.('it ended with SIGKILL')
  ends[0]?.('it ended with SIGKILL')
  over()
  turn()
  expect(said).toHaveLength(1)
  keep(40)
  turn()
  expect([said[1], warned]).toEqual([['+ 30\n+ 40\n'], ['it ended with SIGKILL']])
  ends[1]?.('it ended with SIGKILL')
  expect(warned).toHaveLength(1)
})

it('lets programs run where none can be started, and says so once', () => {
  const { keep, turn, warned } = open({ fails: true })
  const first = keep(20)
  turn()
  first()
  keep(30)
  turn()
  expect(warned).toEqual(['spawn ENOMEM'])
})

it('falls silent with the app, and does not hold up its end', () => {
  const { keep, close, said, turn, due, ends, warned } = open()
  const first = keep(20)
  turn()
  first()
  keep(30)
  close()
  close()
  turn()
  ends[0]?.('it ended with 0')
  expect([said, due.size, warned]).toEqual([[['+ 20\n', '- 20\n+ 30\n', '(silence)']], 0, []])
})

it('says nothing of what did not start', () => {
  const { keep, said, turn } = open()
  keep(0)()
  turn()
  expect(said).toEqual([])
})

it('hears of what is over in no time, as a rule, only when it lasts', () => {
  const kept: number[] = []
  const due = new Set<() => void>()
  const schedule = (_ms: number, act: () => void) => {
    due.add(act)
    return () => void due.delete(act)
  }
  const keep = keepLong(
    (pid) => {
      kept.push(pid)
      return () => void kept.splice(kept.indexOf(pid), 1)
    },
    { schedule },
  )
  keep(20)()
  const over = keep(30)
  for (const act of due) act()
  expect(kept).toEqual([30])
  over()
  expect([kept, due.size]).toEqual([[], 0])
})
