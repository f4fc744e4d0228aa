import { knowledgeIndexPart } from '../knowledge/index/index-part.ts'
import { memoryIndexPart } from '../memory/index-part.ts'
import { chatPart } from '../search/chats/chat-part.ts'
import { runIndexWorker } from '../search/run-index-worker.ts'
import { vectorsIndexPart } from '../vectors/index-part.ts'

// The thread of the search index. Each room that keeps tables in it is named here.
// Vectors come first: the parts after it ask their tables.
runIndexWorker([vectorsIndexPart, chatPart, memoryIndexPart, knowledgeIndexPart])
