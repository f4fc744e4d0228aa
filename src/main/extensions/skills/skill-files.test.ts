import { mkdir, symlink } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { BUILTIN_SKILLS } from './builtin-skills.ts'
import { parseSkill, readSkillFolder } from './skill-files.ts'

const skill = (description: string, more = '') =>
  `---\ndescription: ${description}\n${more}---\n\nDo it well.\n`

const open = async (source: 'user' | 'project') => {
  const folder = await openTempFolder('skills')
  const path = folder.at('.orrery', 'skills')
  const read = () => readSkillFolder({ source, path, within: source === 'project' ? folder.path : null })
  const write = (name: string, text: string) => folder.write(`.orrery/skills/${name}`, text)
  return { ...folder, write, read, inSkills: (name: string) => folder.at('.orrery', 'skills', name) }
}

it('reads skills from folders of their own, and takes the keys other programs write', async () => {
  const { read, write, inSkills } = await open('user')
  await write(
    'tidy-tests/SKILL.md',
    skill(
      'How to tidy tests.',
      'name: tidy-tests\nlicense: MIT\nmetadata: { by: me }\nallowed-tools: Bash\nneeds: [edit]\n',
    ),
  )
  await write('notes.md', 'no skill')
  await write('empty-folder/notes.md', 'no skill either')
  expect(await read()).toEqual({
    items: [
      {
        name: 'tidy-tests',
        description: 'How to tidy tests.',
        needs: ['edit'],
        source: 'user',
        folder: inSkills('tidy-tests'),
        text: 'Do it well.',
        allowed: [{ tool: 'bash', action: 'allow' }],
      },
    ],
    problems: [],
  })
})

it('passes over what is no skill, and says why', async () => {
  const { read, write } = await open('user')
  await write('My Skill/SKILL.md', skill('Has a bad name.'))
  await write('other/SKILL.md', skill('Is named otherwise.', 'name: another\n'))
  await write('silent/SKILL.md', '---\ndescription: Says nothing.\n---\n')
  await write('typo/SKILL.md', skill('Has a typo.', 'need: [edit]\n'))
  const { items, problems } = await read()
  expect(items).toEqual([])
  expect(problems.map(({ id, message }) => [id, message])).toEqual([
    [
      null,
      'Its name must be lower-case words joined by hyphens, at most 80 characters. Rename it to my-skill.',
    ],
    ['other', 'name (other/SKILL.md): must be other, as its folder is named.'],
    ['silent', 'silent/SKILL.md has no text under its header.'],
    ['typo', 'Unsupported skill key: need (typo/SKILL.md, line 3). Remove it or correct its spelling.'],
  ])
})

describe('links', () => {
  it.each(['user', 'project'] as const)(
    'never hand out a file from outside of a skill of the %s',
    async (source) => {
      const { read, write, inSkills } = await open(source)
      const elsewhere = await openTempFolder('elsewhere')
      const secret = await elsewhere.write('id_key', skill('A secret.'))
      await write('good/SKILL.md', skill('Is good.'))
      await mkdir(inSkills('leak'))
      await symlink(secret, inSkills('leak/SKILL.md'))
      const { items, problems } = await read()
      expect(items.map(({ name }) => name)).toEqual(['good'])
      expect(problems.map(({ id, message }) => [id, message])).toEqual([
        ['leak', 'leak/SKILL.md is a link to a place outside of its folder, so it is not read.'],
      ])
    },
  )

  it('to a whole skill are the person’s to make, and not a project’s', async () => {
    const shared = await openTempFolder('shared')
    await shared.write('tidy/SKILL.md', skill('Is kept elsewhere.'))
    for (const [source, names] of [
      ['user', ['tidy']],
      ['project', []],
    ] as const) {
      const { read, write, inSkills } = await open(source)
      await write('keep', '')
      await symlink(shared.at('tidy'), inSkills('tidy'), 'junction')
      const { items, problems } = await read()
      expect(items.map(({ name }) => name)).toEqual(names)
      expect(problems).toHaveLength(1 - names.length)
    }
  })
})

it('comes with skills that can be read', async () => {
  for (const [name, text] of Object.entries(BUILTIN_SKILLS)) {
    expect(await parseSkill('builtin', name, text, null)).toMatchObject({ name, folder: null })
  }
})
