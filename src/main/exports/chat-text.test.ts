import { describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import { createHistory, SESSION } from '../../../test/support/data/history.ts'
import { createRedactor } from '../lib/redact.ts'
import { createChatTexts } from './chat-text.ts'

const HOME = '/home/mei'

function textsOf(path: readonly DurableEvent[], title = 'Tides', pause = async () => {}) {
  const redactor = createRedactor()
  redactor.add('moon-over-water')
  return createChatTexts({
    redactor,
    home: HOME,
    pause,
    locale: () => 'en',
    reader: { path: () => path },
    folds: () => ({ session: { meta: { title } }, contexts: {} }) as unknown as SessionFolds,
  })
}

describe('a chat that leaves this computer', () => {
  it('has no secrets, neither known nor likely ones, and no name of the home folder', async () => {
    const history = createHistory()
    history.user(`The key is moon-over-water, the token glpat-${'a1B2'.repeat(6)}, in ${HOME}/tide.`)
    const { text, secrets, fileName } = await textsOf(history.path).share(SESSION, false)
    expect(text).toContain('The key is [secret], the token [secret], in ~/tide.')
    expect([secrets, fileName]).toEqual([2, 'Tides.md'])
  })

  it('is summarised by the beginnings of its messages, without calls', async () => {
    const history = createHistory()
    history.user('Look. '.repeat(100))
    history.answer('Here:', { t: 'tool_call', callId: 'c1', name: 'read', args: { path: 'a' } })
    history.result('c1', 'the whole file')
    const { text } = await textsOf(history.path).share(SESSION, true)
    expect(text).toContain(`${'Look. '.repeat(100).slice(0, 200)}…`)
    expect(text).toContain('Here:')
    expect(text).not.toContain('the whole file')
  })

  it('gives the newest turns with their failed calls to a draft', async () => {
    const history = createHistory()
    for (const word of ['one', 'two', 'three']) {
      history.user(`ask ${word}`)
      history.answer(`answer ${word}`)
    }
    const turns = await textsOf(history.path).lastTurns(SESSION, 2)
    expect(turns).not.toContain('one')
    expect(turns).toBe(
      'user:\nask two\n\nassistant:\nanswer two\n\nuser:\nask three\n\nassistant:\nanswer three',
    )
  })

  it('lets main answer others while a long chat is read', async () => {
    const history = createHistory()
    for (let turn = 0; turn < 50; turn += 1) history.user(`The key is moon-over-water, for the turn ${turn}.`)
    let pauses = 0
    const pause = async () => {
      pauses += 1
    }
    const { secrets } = await textsOf(history.path, 'Tides', pause).share(SESSION, false)
    expect([secrets, pauses]).toEqual([50, Math.floor(history.path.length / 20)])
  })
})
