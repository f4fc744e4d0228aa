import { useId } from 'react'
import type { Choice, Question } from '#shared/session/interactions/question.ts'
import type { Answer } from '#shared/session/interactions/question-words.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { useText } from '../messages/TextProvider.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'

type QuestionFieldsProps = {
  readonly question: Question
  /** Its position among several; null for the only one, whose prompt is above the form. */
  readonly number: number | null
  readonly answer: Answer
  readonly onAnswer: (answer: Answer) => void
}

/** One question of a form: its choices, and a field for own words. */
export function QuestionFields({ question, number, answer, onAnswer }: QuestionFieldsProps) {
  const t = useText()
  const id = useId()
  const { prompt, choices = [], multiple = false } = question
  const pick = (label: string, isPicked: boolean) => {
    if (!multiple) return onAnswer({ picked: [label], own: '' })
    const picked = choices
      .map((choice) => choice.label)
      .filter((each) => (each === label ? isPicked : answer.picked.includes(each)))
    onAnswer({ ...answer, picked })
  }
  // One answer is a choice or own words; several can be both.
  const write = (own: string) => onAnswer({ picked: multiple || own.trim() === '' ? answer.picked : [], own })
  const name = number === null ? { 'aria-label': t('chat.question') } : { 'aria-labelledby': `${id}-prompt` }
  return (
    <fieldset {...name} className="grid min-w-0 gap-1">
      {number === null ? null : (
        <div id={`${id}-prompt`} className="flex gap-2 font-medium">
          <span className="text-fg-2">{number}.</span>
          <div className="min-w-0 grow">
            <Markdown text={prompt} shown="foreign" />
          </div>
        </div>
      )}
      {multiple ? <p className="text-fg-2 text-sm">{t('chat.pickSeveral')}</p> : null}
      {choices.map((choice) => (
        <ChoiceRow
          key={choice.label}
          choice={choice}
          group={id}
          isMultiple={multiple}
          isPicked={answer.picked.includes(choice.label)}
          onPick={(isPicked) => pick(choice.label, isPicked)}
        />
      ))}
      <TextInput
        aria-label={number === null ? t('chat.answer') : t('chat.answerTo', { number: String(number) })}
        placeholder={choices.length === 0 ? t('chat.answerHint') : t('chat.answerOther')}
        value={answer.own}
        onText={write}
        className="mt-1"
      />
    </fieldset>
  )
}

type ChoiceRowProps = {
  readonly choice: Choice
  /** The name that the choices of one question share. */
  readonly group: string
  readonly isMultiple: boolean
  readonly isPicked: boolean
  readonly onPick: (isPicked: boolean) => void
}

function ChoiceRow({ choice: { label, description }, group, isMultiple, isPicked, onPick }: ChoiceRowProps) {
  const id = useId()
  const about = description === undefined ? {} : { 'aria-describedby': `${id}-about` }
  return (
    <label
      htmlFor={id}
      className="flex min-h-(--hit-min) items-start gap-2 rounded-md px-2 py-1 hover:bg-hover"
    >
      <input
        id={id}
        type={isMultiple ? 'checkbox' : 'radio'}
        name={group}
        checked={isPicked}
        aria-labelledby={`${id}-label`}
        {...about}
        onChange={(event) => onPick(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-ink"
      />
      <span className="grid min-w-0">
        <span id={`${id}-label`}>
          <ForeignText text={label} prose />
        </span>
        {description === undefined ? null : (
          <span id={`${id}-about`} className="text-fg-2 text-sm">
            <ForeignText text={description} prose />
          </span>
        )}
      </span>
    </label>
  )
}
