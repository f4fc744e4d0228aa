import log from './migrations/0001-log.sql?raw'
import vaultProjects from './migrations/0002-vault-projects.sql?raw'
import workflows from './migrations/0003-workflows.sql?raw'
import fileVersions from './migrations/0004-file-versions.sql?raw'
import sessionFiles from './migrations/0005-session-files.sql?raw'
import memory from './migrations/0006-memory.sql?raw'
import grants from './migrations/0007-grants.sql?raw'
import sessionNotes from './migrations/0008-session-notes.sql?raw'
import teams from './migrations/0009-teams.sql?raw'
import knowledge from './migrations/0010-knowledge.sql?raw'
import memoryStores from './migrations/0011-memory-stores.sql?raw'
import memoryProposals from './migrations/0012-memory-proposals.sql?raw'
import pageUses from './migrations/0013-page-uses.sql?raw'
import teamLimits from './migrations/0014-team-limits.sql?raw'
import memoryPairs from './migrations/0015-memory-pairs.sql?raw'
import memoryLeftOut from './migrations/0016-memory-left-out.sql?raw'
import secretUses from './migrations/0017-secret-uses.sql?raw'
import blobNames from './migrations/0018-blob-names.sql?raw'
import narrowIndexes from './migrations/0019-narrow-indexes.sql?raw'
import modelRequests from './migrations/0020-model-requests.sql?raw'
import mcp from './migrations/0021-mcp.sql?raw'
import discardedChanges from './migrations/0022-discarded-changes.sql?raw'
import sessionJobs from './migrations/0023-session-jobs.sql?raw'
import mcpMessages from './migrations/0024-mcp-messages.sql?raw'
import triggers from './migrations/0025-triggers.sql?raw'
import changeDecisions from './migrations/0026-change-decisions.sql?raw'
import cacheLosses from './migrations/0027-cache-losses.sql?raw'
import audit from './migrations/0028-audit.sql?raw'
import mcpSampling from './migrations/0029-mcp-sampling.sql?raw'
import worktrees from './migrations/0030-worktrees.sql?raw'
import workflowJournal from './migrations/0031-workflow-journal.sql?raw'
import mcpApps from './migrations/0032-mcp-apps.sql?raw'
import mcpSkills from './migrations/0033-mcp-skills.sql?raw'
import pullWatches from './migrations/0034-pull-watches.sql?raw'
import modelKeys from './migrations/0035-model-keys.sql?raw'
import dropRunCheckpoints from './migrations/0036-drop-run-checkpoints.sql?raw'
import numberedJournals from './migrations/0037-numbered-journals.sql?raw'
import mcpFolderLists from './migrations/0038-mcp-folder-lists.sql?raw'

/** The steps from an empty file to today's tables. The position is the version; a shipped step is frozen. */
export const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: '0001-log', sql: log },
  { name: '0002-vault-projects', sql: vaultProjects },
  { name: '0003-workflows', sql: workflows },
  { name: '0004-file-versions', sql: fileVersions },
  { name: '0005-session-files', sql: sessionFiles },
  { name: '0006-memory', sql: memory },
  { name: '0007-grants', sql: grants },
  { name: '0008-session-notes', sql: sessionNotes },
  { name: '0009-teams', sql: teams },
  { name: '0010-knowledge', sql: knowledge },
  { name: '0011-memory-stores', sql: memoryStores },
  { name: '0012-memory-proposals', sql: memoryProposals },
  { name: '0013-page-uses', sql: pageUses },
  { name: '0014-team-limits', sql: teamLimits },
  { name: '0015-memory-pairs', sql: memoryPairs },
  { name: '0016-memory-left-out', sql: memoryLeftOut },
  { name: '0017-secret-uses', sql: secretUses },
  { name: '0018-blob-names', sql: blobNames },
  { name: '0019-narrow-indexes', sql: narrowIndexes },
  { name: '0020-model-requests', sql: modelRequests },
  { name: '0021-mcp', sql: mcp },
  { name: '0022-discarded-changes', sql: discardedChanges },
  { name: '0023-session-jobs', sql: sessionJobs },
  { name: '0024-mcp-messages', sql: mcpMessages },
  { name: '0025-triggers', sql: triggers },
  { name: '0026-change-decisions', sql: changeDecisions },
  { name: '0027-cache-losses', sql: cacheLosses },
  { name: '0028-audit', sql: audit },
  { name: '0029-mcp-sampling', sql: mcpSampling },
  { name: '0030-worktrees', sql: worktrees },
  { name: '0031-workflow-journal', sql: workflowJournal },
  { name: '0032-mcp-apps', sql: mcpApps },
  { name: '0033-mcp-skills', sql: mcpSkills },
  { name: '0034-pull-watches', sql: pullWatches },
  { name: '0035-model-keys', sql: modelKeys },
  { name: '0036-drop-run-checkpoints', sql: dropRunCheckpoints },
  { name: '0037-numbered-journals', sql: numberedJournals },
  { name: '0038-mcp-folder-lists', sql: mcpFolderLists },
]
