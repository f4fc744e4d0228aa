import type { AppErrorData } from '#shared/errors.ts'
import type { SessionEvent } from '#shared/events/event.ts'

/** A line of a chat's log. */
export type LogLine = {
  readonly level: 'info' | 'warn'
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Returns the line for an event; null for one that explains nothing. It holds no words of messages or calls. */
export function logLineOf(event: SessionEvent): LogLine | null {
  const { runId } = event
  switch (event.kind) {
    case 'session.created':
      return info('Chat created', { at: event.payload.cwd })
    case 'run.status': {
      const { from, to, error } = event.payload
      const data = { runId: event.payload.runId, from, to, ...errorOf(error) }
      return to === 'failed' ? warn('Run failed', data) : info('Run changed its state', data)
    }
    case 'turn.ended': {
      const { turnIndex, stop, usage, durationMs } = event.payload
      return info('Request ended', { runId: event.payload.runId, turnIndex, stop, usage, durationMs })
    }
    case 'request.retry': {
      const { attempt, delayMs, error } = event.payload
      return warn('Request retried', { runId, attempt, delayMs, ...errorOf(error) })
    }
    case 'message':
      return messageLine(event.payload.message)
    case 'interaction.requested':
      return info('Asked the person', { runId, requestId: event.payload.requestId, what: event.payload.what })
    case 'interaction.resolved':
      return info('The person answered', {
        runId,
        requestId: event.payload.requestId,
        outcome: event.payload.outcome,
      })
    case 'compact': {
      const { trigger, tokensBefore, tokensAfter } = event.payload
      return info('Older messages summarised', { trigger, tokensBefore, tokensAfter })
    }
    case 'context.status':
      return info('Context changed', { agent: event.payload.agentId, status: event.payload.status })
    case 'leaf.moved':
      return info('Branch changed', { cause: event.payload.cause })
    case 'queue.changed':
      return info('Queue changed', { lane: event.payload.lane, op: event.payload.op })
    default:
      return null
  }
}

type StoredMessage = Extract<SessionEvent, { kind: 'message' }>['payload']['message']

/** The line of an answer or a tool result. Their words stay in the chat. */
function messageLine({ role, tool, model, stop, error, usage }: StoredMessage): LogLine | null {
  if (tool !== undefined) {
    const { name, callId, isError, durationMs, synthetic } = tool
    const data = { tool: name, callId, durationMs, ...(synthetic === undefined ? {} : { synthetic }) }
    return isError ? warn('Tool failed', data) : info('Tool ended', data)
  }
  if (role === 'user') return info('Message sent', {})
  const data = { model, stop, usage, ...errorOf(error) }
  return error === undefined ? info('Answer stored', data) : warn('Answer ended with an error', data)
}

const errorOf = (error: Pick<AppErrorData, 'code' | 'message'> | undefined) =>
  error === undefined ? {} : { code: error.code, error: error.message }

const info = (message: string, data: LogLine['data']): LogLine => ({ level: 'info', message, data })
const warn = (message: string, data: LogLine['data']): LogLine => ({ level: 'warn', message, data })
