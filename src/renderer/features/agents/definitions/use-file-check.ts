import { useEffect, useState } from 'react'
import type { AgentFileProblem } from '#shared/agent/file-problem.ts'
import { useAgents } from '../agents-context.ts'

type Draft = { readonly source: 'user' | 'project'; readonly agentId: string; readonly text: string }

/** Delay after the last edit before main checks the text, in milliseconds. */
const PAUSE_MS = 300

const NOTHING: readonly AgentFileProblem[] = []

/** Returns the errors of the current text, checked shortly after the last edit. */
export function useFileCheck({ source, agentId, text }: Draft): readonly AgentFileProblem[] {
  const { api, app } = useAgents()
  const [problems, setProblems] = useState(NOTHING)
  useEffect(() => {
    let current = true
    const check = () =>
      app.attempt(
        api.read('agents.check', { source, agentId, text }).then((found) => {
          if (current) setProblems(found)
        }),
      )
    const timer = setTimeout(check, PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [api, app, source, agentId, text])
  return problems
}
