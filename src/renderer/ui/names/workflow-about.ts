import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import { builtinWorkflows } from '../../messages/en/builtin-workflows.ts'
import type { Text } from '../../messages/TextProvider.tsx'

type Described = Pick<SavedWorkflow, 'name' | 'source' | 'description'>
type Known = keyof typeof builtinWorkflows extends `workflows.builtin.${infer Name}` ? Name : never

/** Returns the description of a saved workflow: localised if bundled, otherwise from its script (empty for a script that cannot be read). */
export function workflowAbout({ name, source, description }: Described, t: Text): string {
  return source === 'bundled' && isKnown(name) ? t(`workflows.builtin.${name}`) : (description ?? '')
}

const isKnown = (name: string): name is Known => Object.hasOwn(builtinWorkflows, `workflows.builtin.${name}`)
