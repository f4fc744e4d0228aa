import { useEffect, useState } from 'react'
import { useAgents } from '../../agents-context.ts'
import type { Yaml } from './agent-text.ts'

/** Returns the parser of headers once it is loaded; null before. */
export function useYaml(): Yaml | null {
  const { app } = useAgents()
  const [yaml, setYaml] = useState<Yaml | null>(null)
  useEffect(() => {
    let current = true
    app.attempt(
      import('yaml').then((loaded) => {
        if (current) setYaml(loaded)
      }),
    )
    return () => {
      current = false
    }
  }, [app])
  return yaml
}
