import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { SuggestionBox } from '../../../ui/lists/SuggestionBox.tsx'
import type { Named } from './args-fields.ts'
import { UnmatchedPaths } from './UnmatchedPaths.tsx'
import { useUnmatched } from './use-named.ts'
import { useNamedBox } from './use-named-box.ts'

type NamedFieldProps = {
  readonly title: string
  readonly hint: string | null
  readonly error: string | null
  readonly names: Exclude<Named, null>
  /** Several, one a line. */
  readonly many: boolean
  readonly text: string
  readonly onText: (text: string) => void
}

/** A branch or places of the project: looked up while one types, chosen from a list, and free for anything else. */
export function NamedField({ title, hint, error, names, many, text, onText }: NamedFieldProps) {
  const t = useText()
  const unmatched = useUnmatched(names, text)
  const { box, list, found, none, problem, toggle } = useNamedBox({ names, many, text, onText })
  const note = unmatched.length > 0 ? <UnmatchedPaths paths={unmatched} text={text} onText={onText} /> : null
  const state = problem ?? (none && names === 'branch' ? t('workflows.launch.noBranches') : null)
  return (
    <Field label={title} hint={note ?? state ?? hint} error={error}>
      {(ids) => (
        <div className="relative min-w-0">
          {many ? (
            <TextArea {...ids} {...box} mono rows={3} />
          ) : (
            <TextInput
              {...ids}
              {...box}
              role="combobox"
              aria-expanded={list.open}
              mono={names === 'path'}
              icon={names === 'branch' ? 'branch' : 'folder'}
              end={
                <IconButton
                  icon="down"
                  size="small"
                  label={t('workflows.launch.showList', { name: title })}
                  tabIndex={-1}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={toggle}
                />
              }
            />
          )}
          <SuggestionBox
            list={list}
            label={title}
            count={t('mentions.count', { count: found.length })}
            place="under"
            keyOf={(name) => name}
            size="small"
          >
            {(name) => (
              <>
                <Icon name={names === 'branch' ? 'branch' : 'file'} size="s" className="text-fg-3" />
                <span className="min-w-0 truncate plain-code text-sm">{name}</span>
              </>
            )}
          </SuggestionBox>
        </div>
      )}
    </Field>
  )
}
