import { useText } from '../../../../messages/TextProvider.tsx'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { FieldError } from '../../../../ui/controls/Field.tsx'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import type { FormPart } from './form-part.ts'
import { namesIn, type ToolChoice, toolChoiceOf, toolsWith } from './tool-choice.ts'

type ToolsFieldProps = {
  readonly part: FormPart
  /** The names of the tools there are. */
  readonly known: readonly string[]
}

/** The tools an agent is offered: all, only some, or all but some. */
export function ToolsField({ part: { values, set, errorOf }, known }: ToolsFieldProps) {
  const t = useText()
  const tools = values.header['tools']
  const choice = toolChoiceOf(tools)
  const chosen = choice === 'all' ? [] : namesIn(tools, choice)
  const names = [...new Set([...known, ...chosen])].toSorted()
  const choose = (kind: ToolChoice) => set('tools', toolsWith(tools, kind, kind === 'all' ? [] : chosen))
  const error = errorOf('tools')
  return (
    <fieldset className="grid min-w-0 justify-items-start gap-2">
      <legend className="mb-1 font-medium text-fg-2 text-sm">{t('agents.fact.tools')}</legend>
      <Segmented
        label={t('agents.fact.tools')}
        value={choice}
        options={(['all', 'allow', 'deny'] as const).map((value) => ({
          value,
          label: t(`agents.form.tools.${value}`),
        }))}
        onChange={(value) => choose(value === 'allow' || value === 'deny' ? value : 'all')}
      />
      {choice === 'all' ? null : (
        <div className="grid max-h-44 w-full grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-3 overflow-y-auto rounded-md px-2 py-1 inset-ring inset-ring-line">
          {names.map((name) => (
            <Checkbox
              key={name}
              label={name}
              checked={chosen.includes(name)}
              onChange={(on) =>
                set(
                  'tools',
                  toolsWith(tools, choice, on ? [...chosen, name] : chosen.filter((each) => each !== name)),
                )
              }
            />
          ))}
        </div>
      )}
      {error === undefined ? null : <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
