import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { fill } from '../support/disk/small-disk.ts'
import { textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { linesOf, tellChats } from '../support/stories/chat-story.ts'

const canMount = process.platform === 'linux' && process.getuid?.() === 0
const story = tellChats()
const mounted: string[] = []
afterEach(() => {
  for (const at of mounted.splice(0)) execFileSync('umount', ['-l', at])
})

describe.skipIf(!canMount)('a disk that is full', () => {
  it('does not keep a stored chat from being read', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', story.home()])
    mounted.push(story.home())
    const chats = await story.start(PLAIN_TITLES + modelTable('model', story.server().baseUrl))
    story.server().enqueue(textScript('High at noon.'))
    const sessionId = await chats.say('When?')
    await chats.app.idle()
    const free = fill(story.home())
    const { path } = await chats.look(sessionId)
    free()
    expect(linesOf(path)).toContain('assistant: High at noon.')
  })
})
