import type { SkillList } from '#shared/agent/skill.ts'
import { builtinSkills } from '../../messages/en/builtin-skills.ts'
import type { Text } from '../../messages/TextProvider.tsx'

type Described = Pick<SkillList['skills'][number], 'name' | 'source' | 'description'>
type Known = keyof typeof builtinSkills extends `skills.builtin.${infer Name}` ? Name : never

/** Returns the description of a skill: localised if bundled, otherwise from its file. */
export function skillAbout({ name, source, description }: Described, t: Text): string {
  return source === 'builtin' && isKnown(name) ? t(`skills.builtin.${name}`) : description
}

const isKnown = (name: string): name is Known => Object.hasOwn(builtinSkills, `skills.builtin.${name}`)
