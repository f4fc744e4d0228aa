import orchestrate from '../../../../resources/skills/orchestrate/SKILL.md?raw'

/** The files of the skills that come with the app, by name. */
export const BUILTIN_SKILLS: Readonly<Record<string, string>> = { orchestrate }
