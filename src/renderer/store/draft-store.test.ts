import { expect, it } from 'vitest'
import { ProjectId, SessionId } from '#shared/ids.ts'
import { createApi } from '../api.ts'
import { createDraftStore } from './draft-store.ts'

const key = SessionId.parse('ses_00000001')

const picture = (name: string) => ({ mime: 'image/png' as const, base64: 'AAAA', name })
const ANSWERS: Readonly<Record<string, unknown>> = {
  'draft.get': 'from before',
  'draft.pictures': [picture('kept')],
}

function open() {
  const saved: unknown[] = []
  const timers = new Set<() => void>()
  const api = createApi({
    call: async (name, request) => {
      saved.push([name, request])
      return { ok: true, value: ANSWERS[name] ?? null }
    },
    onEvent: () => () => undefined,
  })
  const after = (_ms: number, run: () => void) => {
    timers.add(run)
    return () => void timers.delete(run)
  }
  const drafts = createDraftStore({
    api,
    after,
    report: (error) => {
      throw error
    },
  })
  return { drafts, saved, timers }
}

it('saves what was typed once, after the typing stops', () => {
  const { drafts, saved, timers } = open()
  drafts.setText(key, 'a')
  drafts.setText(key, 'ab')
  expect(timers.size).toBe(1)
  for (const run of timers) run()
  expect(saved).toEqual([['draft.set', { key, text: 'ab' }]])
})

it('saves at once when the draft is left and not again later', () => {
  const { drafts, saved, timers } = open()
  drafts.setText(key, 'a')
  drafts.save(key)
  drafts.save(key)
  expect(timers.size).toBe(0)
  expect(saved).toEqual([['draft.set', { key, text: 'a' }]])
})

it('keeps what was typed while the message was on its way', () => {
  const { drafts, saved } = open()
  drafts.setText(key, 'fix it')
  const sent = drafts.of(key)
  drafts.setText(key, 'fix it and test')
  drafts.accepted(key, sent)
  expect(drafts.of(key).text).toBe('and test')
  expect(saved).toEqual([['draft.set', { key, text: 'and test' }]])
})

it('puts the kept draft before what was typed until it arrived, once', async () => {
  const { drafts } = open()
  const loading = drafts.load(key)
  drafts.setText(key, 'typed')
  await loading
  drafts.seed(key, 'from before')
  expect(drafts.of(key).text).toBe('from before\ntyped')
})

it('saves everything that was typed when the window goes', () => {
  const { drafts, saved, timers } = open()
  const script = `script:${ProjectId.parse('prj_00000001')}` as const
  drafts.setText(key, 'a message')
  drafts.setText(script, 'return 1')
  drafts.saveAll()
  drafts.saveAll()
  expect(timers.size).toBe(0)
  expect(saved).toEqual([
    ['draft.set', { key, text: 'a message' }],
    ['draft.set', { key: script, text: 'return 1' }],
  ])
})

it('brings back the pictures that were attached before', async () => {
  const { drafts } = open()
  await drafts.load(key)
  await expect.poll(() => drafts.of(key)).toEqual({ text: 'from before', files: [picture('kept')] })
})

it('does not bring back pictures over those that were attached meanwhile', async () => {
  const { drafts, saved } = open()
  drafts.seed(key, '')
  drafts.setFiles(key, [picture('new')])
  await Promise.resolve()
  await Promise.resolve()
  expect(drafts.of(key).files).toEqual([picture('new')])
  expect(saved.at(-1)).toEqual(['draft.setPictures', { key, images: [picture('new')] }])
})

it('keeps pictures anew that were attached while a message was on its way', () => {
  const { drafts, saved } = open()
  drafts.setFiles(key, [picture('one')])
  const sent = drafts.of(key)
  drafts.setFiles(key, [...sent.files, picture('two')])
  drafts.accepted(key, sent)
  expect(drafts.of(key).files).toEqual([picture('two')])
  expect(saved).toContainEqual(['draft.setPictures', { key, images: [picture('two')] }])
})
