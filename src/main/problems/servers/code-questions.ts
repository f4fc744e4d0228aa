import { join } from 'node:path'
import type { CodeAnswer, CodeQuestion } from '#shared/problems/code-question.ts'
import { languageOf } from '#shared/problems/language-server.ts'
import { readHover, readPlaces, readSymbols } from './code-answers.ts'
import type { ServerRequest, ServerSession } from './server-session.ts'

/** Returns the text of a file of the folder as the disk has it; null for one that is gone or too large. */
type TextOf = (path: string) => Promise<string | null>

/**
 * Puts a question to a running server. The files that are open at the server are brought up to date first, since agents
 * and commands change them without its knowledge.
 */
export async function askServer(
  session: ServerSession,
  { root, textOf }: { readonly root: string; readonly textOf: TextOf },
  question: CodeQuestion,
  signal: AbortSignal,
): Promise<CodeAnswer> {
  const request = requestOf(session, question)
  if (!session.offers(request.capability)) return { kind: 'missing' }
  const { file } = question
  for (const path of session.openFiles()) {
    signal.throwIfAborted()
    const text = path === file?.path ? file.text : await textOf(path)
    if (text === null) await session.gone(path)
    else await session.show({ path, language: languageIn(path), text })
  }
  if (file !== null) await session.show({ ...file, language: languageIn(file.path) })
  const answer = await session.request(request, signal)
  if (question.kind === 'hover') return readHover(answer)
  if (question.kind === 'symbols') return readSymbols(answer, join(root, question.file.path))
  return question.kind === 'search' ? readSymbols(answer, null) : readPlaces(answer)
}

const languageIn = (path: string): string => languageOf(path) ?? 'plaintext'

function requestOf(session: ServerSession, question: CodeQuestion): ServerRequest {
  if (question.kind === 'search') {
    const params = { query: question.query }
    return { method: 'workspace/symbol', params, capability: 'workspaceSymbolProvider' }
  }
  const textDocument = { uri: session.uriOf(question.file.path) }
  if (question.kind === 'symbols')
    return {
      method: 'textDocument/documentSymbol',
      params: { textDocument },
      capability: 'documentSymbolProvider',
    }
  const position = { line: question.line - 1, character: question.column - 1 }
  const context = question.kind === 'references' ? { context: { includeDeclaration: true } } : {}
  return {
    method: `textDocument/${question.kind}`,
    params: { textDocument, position, ...context },
    capability: `${question.kind}Provider`,
  }
}
