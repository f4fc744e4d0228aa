import { describe, expect, it } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import type { Data } from '../../../data/data.ts'
import { commandIn } from './command-in.ts'

const PROJECT = 'prj_1' as ProjectId
/** A main that has one saved workflow, and notes what it is asked. */
const withReview = () => {
  const asked: string[] = []
  const call = async (name: string) => {
    asked.push(name)
    if (name === 'skills.list') return { skills: [{ name: 'tides' }] }
    return name === 'commands.files' ? { commands: [{ name: 'explain' }] } : [{ name: 'review' }]
  }
  return { asked, api: { read: call as unknown as Data['read'] } }
}
const namesOf = (...texts: readonly string[]) =>
  Promise.all(texts.map((text) => commandIn(withReview().api, PROJECT, text)))

describe('a command that is typed', () => {
  it('is known by its name when it is one of the app', async () => {
    expect(
      await namesOf('/fork look left', ' /goal Mend it', '/compact', '/recap', '/memory list', '/workflows'),
    ).toEqual(['fork', 'goal', 'compact', 'recap', 'memory', 'workflows'])
  })

  it('is known by its name when it is a saved workflow', async () => {
    expect(await namesOf('/review the pier', '/review')).toEqual(['review', 'review'])
  })

  it('is known by its name when it is a command file', async () => {
    expect(await namesOf('/explain the tide')).toEqual(['explain'])
  })

  it('is known by its name when it is a skill', async () => {
    expect(await namesOf('/tides of today')).toEqual(['tides'])
  })

  it('is none when there is no such command, and in plain words', async () => {
    expect(await namesOf('/usr/bin is full', '/nobody', 'Say /fork', 'Mend it')).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('asks main nothing about plain words', async () => {
    const { asked, api } = withReview()
    await commandIn(api, PROJECT, 'Mind /usr/bin')
    expect(asked).toEqual([])
  })
})
