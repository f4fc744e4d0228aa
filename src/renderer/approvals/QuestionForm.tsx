import { type FormEvent, useState } from 'react'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import type { Question } from '#shared/session/interactions/question.ts'
import {
  type Answer,
  answerWords,
  isAnswered,
  NO_ANSWER,
  questionsOf,
} from '#shared/session/interactions/question-words.ts'
import { useText } from '../messages/TextProvider.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import { useUnread } from './unread.ts'

type QuestionFormProps = {
  readonly asked: Pick<Interaction, 'prompt' | 'choices' | 'questions'>
  readonly onAnswer: (value: string) => void
}

/** Answers what an agent wants to know: one choice at once, or picked answers and own words that are sent together. */
export function QuestionForm({ asked, onAnswer }: QuestionFormProps) {
  const questions = questionsOf(asked)
  const [only] = questions
  return only !== undefined && questions.length === 1 && only.multiple !== true ? (
    <OneAnswer question={only} onAnswer={onAnswer} />
  ) : (
    <SeveralAnswers questions={questions} onAnswer={onAnswer} />
  )
}

type OneAnswerProps = Pick<QuestionFormProps, 'onAnswer'> & { readonly question: Question }

function OneAnswer({ question: { choices }, onAnswer }: OneAnswerProps) {
  const t = useText()
  const [text, setText] = useState('')
  const isUnread = useUnread()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onAnswer(text.trim())
  }
  return (
    <>
      {choices === undefined ? null : (
        <div className="answers-guard flex flex-wrap gap-2">
          {choices.map(({ label, description }) => (
            <Button
              key={label}
              onClick={(event) => isUnread(event) || onAnswer(label)}
              className="h-auto min-h-(--h-control) whitespace-normal py-1 text-left"
            >
              <span className="grid">
                <ForeignText text={label} prose />
                {description === undefined ? null : (
                  <span className="font-normal text-fg-2 text-sm">
                    <ForeignText text={description} prose />
                  </span>
                )}
              </span>
            </Button>
          ))}
        </div>
      )}
      <form onSubmit={submit} className="flex gap-2">
        <TextInput
          aria-label={t('chat.answer')}
          placeholder={choices === undefined ? t('chat.answerHint') : t('chat.answerOther')}
          value={text}
          onText={setText}
          className="grow"
        />
        <Button type="submit" disabled={text.trim() === ''}>
          {t('chat.sendAnswer')}
        </Button>
      </form>
    </>
  )
}

type SeveralAnswersProps = Pick<QuestionFormProps, 'onAnswer'> & { readonly questions: readonly Question[] }

function SeveralAnswers({ questions, onAnswer }: SeveralAnswersProps) {
  const t = useText()
  const [answers, setAnswers] = useState<readonly Answer[]>(() => questions.map(() => NO_ANSWER))
  const isUnread = useUnread()
  const done = answers.filter(isAnswered).length
  const isOne = questions.length === 1
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (done === questions.length && !isUnread({ detail: 0, timeStamp: event.timeStamp }))
      onAnswer(answerWords(questions, answers))
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      {questions.map((question, at) => (
        <QuestionFields
          key={question.prompt}
          question={question}
          number={isOne ? null : at + 1}
          answer={answers[at] ?? NO_ANSWER}
          onAnswer={(answer) =>
            setAnswers((before) => before.map((each, one) => (one === at ? answer : each)))
          }
        />
      ))}
      <div className="answers-guard flex items-center justify-end gap-3">
        {isOne ? null : (
          <span role="status" className="text-fg-2 text-sm">
            {t('chat.answeredOf', { done: String(done), total: String(questions.length) })}
          </span>
        )}
        <Button type="submit" disabled={done < questions.length}>
          {t(isOne ? 'chat.sendAnswer' : 'chat.sendAnswers')}
        </Button>
      </div>
    </form>
  )
}
