import { describe, expect, it } from 'vitest'
import { UserConfig } from '#shared/config/config.ts'
import { longChatsOf, withLongChats } from './edit-context.ts'
import { parseConfig } from './toml/config-text.ts'

const read = (text: string) => parseConfig(UserConfig, text, 'config.toml')
const CHOSEN = { auto: false, at: 0.6, window: 50_000, turns: 5 }

describe('what is settled about long chats', () => {
  it('is what the app does unless the file says otherwise', () => {
    expect(longChatsOf({})).toEqual({ auto: true, at: 0.8, window: null, turns: null })
  })

  it('is written beside what the person wrote, and comments stay', () => {
    const text = '# mine\n[context]\nreserveOutput = 2000 # room\ncompactAt = 0.7\n\n[ui]\ntheme = "dark"\n'
    const changed = withLongChats(CHOSEN)(text, read(text))
    expect(changed).toContain('# mine')
    expect(changed).toContain('reserveOutput = 2000 # room')
    expect(longChatsOf(read(changed))).toEqual(CHOSEN)
    const all = withLongChats({ ...CHOSEN, window: null, turns: null })(changed, read(changed))
    expect(all).not.toMatch(/maxInputTokens|sliding/)
    expect(read(all)).toMatchObject({ context: { reserveOutput: 2_000 }, ui: { theme: 'dark' } })
  })

  it('takes the place of a window that stands in one line', () => {
    const text = '[context]\nwindow = { strategy = "full" } # all\nreserveOutput = 2000\n'
    const changed = withLongChats(CHOSEN)(text, read(text))
    expect(longChatsOf(read(changed))).toEqual(CHOSEN)
    expect(read(changed)).toMatchObject({ context: { reserveOutput: 2_000 } })
  })

  it('leaves profiles and the profiles of models as they are', () => {
    const text =
      '[context]\nprofile = "long" # mine\n\n[context.profiles.long]\ncompactAt = 0.9\n\n[context.models]\n"lab/big" = "long"\n'
    const changed = withLongChats(CHOSEN)(text, read(text))
    expect(changed).toContain('# mine')
    expect(longChatsOf(read(changed))).toEqual(CHOSEN)
    expect(read(changed).context).toMatchObject({
      profile: 'long',
      profiles: { long: { compactAt: 0.9 } },
      models: { 'lab/big': 'long' },
    })
  })

  it('makes a table where there is none', () => {
    const changed = withLongChats(CHOSEN)('', {})
    expect(longChatsOf(read(changed))).toEqual(CHOSEN)
  })
})
