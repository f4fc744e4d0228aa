import { describe, expect, it } from 'vitest'
import type { CheckpointResult } from '#shared/checkpoint/checkpoint.ts'
import { FileId } from '#shared/checkpoint/checkpoint.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { EventId, SessionId } from '#shared/ids.ts'
import { countingIds } from '../../../../test/support/data/counting-ids.ts'
import { createMovesWithFiles } from './moves-with-files.ts'

const CHAT = SessionId.parse('ses_00000001')
const PLACE = EventId.parse('evt_place000')
const FILE = FileId.parse(`fil_${'0'.repeat(24)}`)
const along = { files: [FILE] }
const DONE: CheckpointResult = { files: [{ file: FILE, path: 'a.txt', outcome: 'restore', reason: null }] }

type Options = {
  readonly restore?: () => Promise<CheckpointResult>
  readonly refuse?: 'rewind' | 'resend' | 'again'
  readonly draft?: string
}

/** Writes down everything that happens, in its order. */
function open({ restore = () => Promise.resolve(DONE), refuse, draft = '' }: Options = {}) {
  const told: string[] = []
  const goingOn = new Set<EventId>()
  let words = draft
  const kinds = (events: readonly NewDurableEvent[]) => events.map(({ kind }) => kind).join(', ')
  const move =
    (name: 'rewind' | 'visit' | 'resend' | 'again') =>
    (also: readonly NewDurableEvent[] = []) => {
      if (refuse === name) throw new Error('refused')
      told.push(`${name} with ${kinds(also)}`)
    }
  const put = (direction: string) => async () => {
    told.push(`${direction}, ${goingOn.size} going on`)
    return restore()
  }
  const moves = createMovesWithFiles({
    branches: {
      rewind: (_chat, _to, also) => move('rewind')(also),
      visit: (_chat, _over, also) => move('visit')(also),
      resend: (_chat, _id, _text, also) => move('resend')(also),
      askedAt: () => PLACE,
      answerAgain: (_chat, _id, also) => move('again')(also),
      rewording: () => ({ place: null, parts: [] }),
    },
    checkpoints: {
      named: async () => [{ file: FILE, path: 'a.txt' }],
      undo: put('undo'),
      redo: put('redo'),
      goingOn,
    },
    log: {
      publish: (_chat, events) => {
        told.push(kinds(events))
        return []
      },
    },
    drafts: {
      get: () => words,
      set: (_chat, text) => {
        words = text
      },
    },
    newId: countingIds(),
    signal: AbortSignal.timeout(20_000),
  })
  return { moves, told, goingOn, draft: () => words }
}

describe('going back together with files', () => {
  it('stores what is meant with the move, then puts files back, then stores what came of it', async () => {
    const { moves, told, goingOn } = open()
    expect(await moves.rewind(CHAT, PLACE, along)).toEqual(DONE)
    await moves.visit(CHAT, PLACE, null, along)
    expect(told).toEqual([
      'rewind with restore.begun',
      'undo, 1 going on',
      'restore.ended',
      'visit with restore.begun',
      'redo, 1 going on',
      'restore.ended',
    ])
    expect(goingOn.size).toBe(0)
  })

  it('touches no file when the conversation cannot be moved', async () => {
    const { moves, told, goingOn } = open({ refuse: 'rewind' })
    await expect(moves.rewind(CHAT, PLACE, along)).rejects.toThrow('refused')
    expect([told, goingOn.size]).toEqual([[], 0])
  })

  it('leaves what was begun in the log when the app ends before the files are back', async () => {
    const { moves, told, goingOn } = open({ restore: () => Promise.reject(new Error('the app ends')) })
    await expect(moves.rewind(CHAT, PLACE, along)).rejects.toThrow('the app ends')
    expect([told.at(-1), goingOn.size]).toEqual(['undo, 1 going on', 0])
  })
})

describe('sending again together with files', () => {
  it('puts the files back before the agent can start, and ends with the message in one step', async () => {
    const { moves, told, draft } = open()
    await moves.resend(CHAT, PLACE, 'other words', along)
    expect(told).toEqual(['restore.begun', 'undo, 1 going on', 'resend with restore.ended'])
    expect(draft()).toBe('')
  })

  it('keeps the words in the message box when the app ends before they are sent', async () => {
    const { moves, draft } = open({ restore: () => Promise.reject(new Error('the app ends')) })
    await expect(moves.resend(CHAT, PLACE, 'other words', along)).rejects.toThrow('the app ends')
    expect(draft()).toBe('other words')
  })

  it('does not touch what stands in the message box', async () => {
    const { moves, draft } = open({ draft: 'half a thought' })
    await moves.resend(CHAT, PLACE, 'other words', along)
    expect(draft()).toBe('half a thought')
  })

  it('says what became of the files when the message could not be sent', async () => {
    const { moves, told } = open({ refuse: 'resend' })
    await expect(moves.resend(CHAT, PLACE, 'other words', along)).rejects.toThrow('refused')
    expect(told.at(-1)).toBe('restore.ended')
  })
})

describe('asking for another answer together with files', () => {
  it('puts the files back first, and ends with the question in one step', async () => {
    const { moves, told } = open()
    expect(await moves.answerAgain(CHAT, PLACE, along)).toEqual(DONE)
    expect(told).toEqual(['restore.begun', 'undo, 1 going on', 'again with restore.ended'])
  })

  it('says what became of the files when the answer cannot be asked for', async () => {
    const { moves, told, goingOn } = open({ refuse: 'again' })
    await expect(moves.answerAgain(CHAT, PLACE, along)).rejects.toThrow('refused')
    expect([told.at(-1), goingOn.size]).toEqual(['restore.ended', 0])
  })
})
