import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/main/lib/clock.ts'
import { createProcessTree } from '../../src/main/lib/programs/process-tree.ts'
import { textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { tellChats } from '../support/stories/chat-story.ts'

const story = tellChats({ respond: () => textScript('Done.') })

/** The app with one hook for the end of a chat. */
async function startWith(command: string) {
  await mkdir(join(story.home(), 'hooks'), { recursive: true })
  await writeFile(
    join(story.home(), 'hooks', 'farewell.toml'),
    `on = "session.end"\ncommand = ${JSON.stringify(command)}\n`,
  )
  return story.start(modelTable('model', story.server().baseUrl))
}
/** What has ended and was not collected yet by the system's first process does not count. */
const tree = createProcessTree({ platform: process.platform, clock: systemClock })

describe.skipIf(process.platform === 'win32')('a hook for the end of a chat', () => {
  it('hears of quitting, for each chat in which something ran', async () => {
    const heard = story.file('heard.txt')
    const chats = await startWith('cat >> heard.txt')
    const [first, second] = [await chats.say('One.'), await chats.say('Two.')]
    await story.end(chats)
    const lines = (await readFile(heard, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ sessionId, event, input }) => [sessionId, event, input]).sort()).toEqual(
      [first, second].sort().map((id) => [id, 'session.end', { reason: 'quit' }]),
    )
    const again = await story.start(modelTable('model', story.server().baseUrl))
    await story.end(again)
    expect((await readFile(heard, 'utf8')).trim().split('\n')).toHaveLength(2)
  })

  it('holds quitting up for a few seconds at most, and nothing of it is left then', {
    timeout: 30_000,
  }, async () => {
    const chats = await startWith(
      `trap '' TERM; echo $$ > pid.txt; sleep 60 & echo $! >> pid.txt; wait; sleep 60`,
    )
    await chats.say('One.')
    const began = performance.now()
    await story.end(chats)
    expect(performance.now() - began).toBeLessThan(5_000)
    const [shell, background] = (await readFile(story.file('pid.txt'), 'utf8')).trim().split('\n').map(Number)
    expect([shell, background]).toEqual([expect.any(Number), expect.any(Number)])
    // Both are of the group that the shell leads.
    expect(await tree.isAlive({ pid: shell ?? 0, mark: null })).toBe(false)
  })
})
