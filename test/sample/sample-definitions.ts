import type { AgentDetail, AgentList, AgentListing } from '#shared/agent/definition.ts'
import type { SkillList } from '#shared/agent/skill.ts'

const TEXT = `---
name: Reviewer
description: Reviews changes in house style; knows German VAT.
mode: primary
tools:
  allow: [read, grep, glob, list]
---

You review changes of this project. Say what is wrong, where, and what you would do.
`

function agent(
  id: string,
  name: string,
  description: string,
  source: AgentListing['source'],
  offered: readonly string[] = ['read', 'grep', 'glob', 'list'],
): AgentListing {
  return { id, name, description, mode: 'primary', source, offered, replaces: null }
}

/** The agents of the sample's project, one of whose files cannot be used. */
export const SAMPLE_AGENTS: AgentList = {
  agents: [
    agent('archivist', 'Archivist', 'keeps field notes tidy', 'user'),
    agent('build', 'Build', 'edits under approval', 'builtin', ['read', 'edit', 'write', 'bash']),
    agent('explore', 'Explore', 'reads, never writes', 'builtin'),
    agent('plan', 'Plan', 'steps before edits', 'builtin'),
    agent('reviewer', 'Reviewer', 'house style, German VAT', 'project'),
  ],
  problems: [
    {
      id: 'release-notes',
      source: 'user',
      file: '/home/lin/.orrery/agents/release-notes.md',
      message:
        'Unsupported agent key: temprature (release-notes.md, line 5). Remove it or correct its spelling.',
      said: [],
    },
  ],
}

export const SAMPLE_SKILLS: SkillList = {
  skills: [
    {
      name: 'orchestrate',
      description: 'How to split a job over many agents and bring the parts together again.',
      needs: ['workflow'],
      source: 'builtin',
      folder: null,
    },
  ],
  problems: [],
}

/** One of them with its file. */
export function sampleAgent(id: string): AgentDetail {
  const listing = SAMPLE_AGENTS.agents.find((each) => each.id === id) ?? agent(id, id, '', 'builtin')
  const { name, description, mode, source } = listing
  const tools = { allow: [...listing.offered] }
  return {
    listing,
    definition: { id, name, description, mode, source, tools, permission: [], persona: '' },
    file: source === 'builtin' ? null : `/home/lin/code/ledger/.orrery/agents/${id}.md`,
    text: TEXT,
  }
}
