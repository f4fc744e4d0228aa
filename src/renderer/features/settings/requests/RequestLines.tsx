import { ContextProfile } from '#shared/config/context-table.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { NumberLine } from '../NumberLine.tsx'
import { NoteRules } from './NoteRules.tsx'
import { withChoice } from './note-rules.ts'

/** The smallest share for instructions and the largest one, in percent. */
const SHARE = { least: 2, most: 60 } as const
const PERCENT = 100

/** Whole numbers, with the smallest that is taken. */
const NUMBERS = [
  { key: 'reserveOutput', least: 1 },
  { key: 'toolOutputMaxChars', least: 1 },
  { key: 'toolOutputKeepTurns', least: 0 },
] as const

type RequestLinesProps = {
  readonly value: ContextProfile
  /** The placeholder of an empty field. */
  readonly nothing: string
  readonly onValue: (value: ContextProfile) => void
}

/** The choices for filling requests that all chats and each profile have. An empty field leaves a choice open. */
export function RequestLines({ value, nothing, onValue }: RequestLinesProps) {
  const t = useText()
  const share = value.systemFraction === undefined ? null : Math.round(value.systemFraction * PERCENT)
  return (
    <>
      {NUMBERS.map(({ key, least }) => (
        <NumberLine
          key={key}
          title={t(`settings.requests.${key}`)}
          hint={t(`settings.requests.${key}Hint`)}
          nothing={nothing}
          wrong={t('settings.long.windowWrong', { least })}
          value={value[key] ?? null}
          isRight={(number) => number === null || ContextProfile.shape[key].safeParse(number).success}
          onValue={(number) => onValue(withChoice(value, key, number))}
        />
      ))}
      <NumberLine
        title={t('settings.requests.systemFraction')}
        hint={t('settings.requests.systemFractionHint')}
        nothing={nothing}
        wrong={t('settings.requests.shareWrong', SHARE)}
        value={share}
        isRight={(number) =>
          number === null || (Number.isInteger(number) && number >= SHARE.least && number <= SHARE.most)
        }
        onValue={(number) =>
          onValue(withChoice(value, 'systemFraction', number === null ? null : number / PERCENT))
        }
      />
      <NoteRules value={value} onValue={onValue} />
    </>
  )
}
