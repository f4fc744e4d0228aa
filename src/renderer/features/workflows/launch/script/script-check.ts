import { useEffect, useState } from 'react'
import type { ScriptCheck } from '#shared/workflow/workflow-run.ts'
import { problemOf } from '../../../../api.ts'
import type { Data } from '../../../../data/data.ts'

export type Checked = { readonly check: ScriptCheck | null; readonly problem: string | null }

const NOT_YET: Checked = { check: null, problem: null }

/** Waits for the person to stop typing. */
const PAUSE_MS = 300

/** Returns main's check of a script; the last answer stays until the next. Null is not checked. */
export function useScriptCheck(api: Data, script: string | null): Checked {
  const [checked, setChecked] = useState(NOT_YET)
  useEffect(() => {
    if (script === null) return setChecked(NOT_YET)
    let wanted = true
    const timer = setTimeout(() => {
      api.read('workflow.check', { script }).then(
        (check) => (wanted ? setChecked({ check, problem: null }) : undefined),
        (error: unknown) =>
          wanted ? setChecked({ check: null, problem: problemOf(error).message }) : undefined,
      )
    }, PAUSE_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [api, script])
  return checked
}
