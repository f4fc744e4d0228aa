/** Reasons a change to a Git repository could not be shown or made. */
export const CHANGE_SENTENCES = {
  'changes.noRepository':
    '{project} is not in a Git repository. Run git init there to review and commit changes.',
  'changes.noGit': 'Git was not found on this computer. Install Git, then try again.',
  'changes.noTrust':
    'Orrery changes the Git repository of a project only if you trust the project. Trust it under Settings › Permissions.',
  'changes.hooksNeedTrust':
    'The repository has hooks, which are programs. Trust the project under Settings › Permissions so that they may run. Nothing was changed.',
  'changes.moved':
    'The lines in {path} have changed since they were shown. Nothing was changed; look at them again.',
  'changes.mixed':
    'These lines of {path} are staged in part. Open Staged or Unstaged to choose among them. Nothing was changed.',
  'changes.locked':
    'Another program is using this Git repository. Wait until it is done; if none is, delete {lock}. Nothing was changed.',
  'changes.running': 'An agent is running in {project}. Discard changes when it is done, or stop it first.',
  'changes.tooLarge': 'The change to {path} is too large to keep a copy of, so it was not discarded.',
  'changes.nothingStaged': 'Nothing is staged. Stage the changes you want to commit first.',
  'changes.conflicts': 'Resolve the conflicts first: {paths}',
  'changes.noConflict': '{path} has no conflict any more. Refresh the list.',
  'changes.conflictMoved':
    '{path} has changed since the conflict was shown. Nothing was changed; open it again. Your result is kept.',
  'changes.noUndo': 'Another commit was made since. Nothing was changed.',
  'changes.pushed': 'This commit is already on {upstream}. Revert it with a new commit instead.',
  'changes.gone': 'This discarded change is no longer stored.',
  'changes.restoreConflict':
    '{path} has changed where the discarded lines belong. Nothing was changed; the copy is kept.',
  'changes.noUpstream': 'The branch has no upstream, and the repository has no single remote to push to.',
  'changes.noBranch': 'No branch is checked out. Switch to a branch first.',
  'changes.notFastForward':
    'Your branch and {upstream} both have new commits. Merge or rebase in a terminal; nothing was changed.',
  'changes.askCancelled': 'You cancelled the question, so Git was stopped.',
  'changes.askUnanswered':
    'Git asked a question that was not answered in time, so it was stopped. Try again.',
  'changes.git': 'Git refused: {reason}',
  'changes.branchName': '“{name}” cannot be the name of a branch.',
  'changes.branchExists': 'A branch named {name} exists already. Nothing was changed.',
  'changes.branchElsewhere': 'The branch {name} is checked out in another work tree. Nothing was changed.',
  'changes.branchGone': 'There is no branch named {name} any more. Refresh the list.',
  'changes.branchCurrent': 'The branch {name} is checked out. Switch to another one first.',
  'changes.branchMoved':
    'The branch {name} has new commits since it was shown. Nothing was deleted; look at it again.',
  'changes.switchConflict':
    'Switching to {name} would overwrite uncommitted changes in {paths}. Nothing was changed; commit or stash them first.',
  'changes.switchRunning':
    'An agent is running in {project}. Switch branches when it is done, or stop it first.',
  'changes.notText': '{path} is not a text file that can be reviewed by line. Nothing was changed.',
  'changes.diskFull': 'The disk is full. {path} was not changed; free some space, then try again.',
  'changes.notWritable': '{path} may not be written. Nothing was changed; check its permissions.',
  'changes.noEditor': 'Orrery found no editor that opens files at a line. Set VISUAL to one, such as code.',
  'changes.notInRepository': '{path} is not a file of this repository.',
  'changes.nothingToStash': 'There are no uncommitted changes to stash.',
  'changes.stashGone': 'This stash no longer exists. Refresh the list.',
  'changes.stashConflict':
    'The stash conflicts with the files in {paths}. Resolve the conflicts there; the stash is kept.',
  'changes.stashRunning': 'An agent is running in {project}. Use stashes when it is done, or stop it first.',
  'pulls.noTrust':
    'Orrery starts the CLI of GitHub or GitLab only for projects you trust. Trust the project under Settings › Permissions.',
  'pulls.noRemote': '{project} has no remote named origin on a server. Add one and push the branch first.',
  'pulls.noGh': 'The GitHub CLI was not found. Install gh, sign in with gh auth login, then try again.',
  'pulls.signedOut':
    'The GitHub CLI is not signed in to {host}. Run gh auth login in a terminal, then try again.',
  'pulls.noGlab': 'The GitLab CLI was not found. Install glab, sign in with glab auth login, then try again.',
  'pulls.signedOutGlab':
    'The GitLab CLI is not signed in to {host}. Run glab auth login in a terminal, then try again.',
  'pulls.noForge':
    'Neither the GitHub CLI nor the GitLab CLI is signed in to {host}. Run gh auth login or glab auth login in a terminal, then try again.',
  'pulls.noShare':
    'Sharing needs the GitHub CLI or the GitLab CLI. Install gh or glab, sign in with auth login, then try again.',
  'pulls.noUser': 'The server has no user named {name}. Nothing was created.',
  'pulls.movedSince':
    'Pull request #{number} has new commits since it was reviewed. Nothing was sent; review it again.',
  'share.tooLong': 'The chat is too long for a server. Share its summary instead.',
  'share.changed': 'The chat has changed since it was shown. Nothing was shared; look at it again.',
  'share.gone': 'Orrery can delete only what was shared since it was started. Delete the page on its server.',
  'pulls.notPushed': 'The newest commits of {branch} are not on origin. Push the branch first.',
  'pulls.nothing': 'The branch has no commits that {base} does not have.',
  'pulls.unreadable': 'The answer of the {cli} could not be read. Update {program}, then try again.',
  'pulls.forbidden':
    'The server does not allow this for the account of your {cli}. Ask for the right, or sign in again with more rights (`{program} auth login`). It said: {reason}',
  'pulls.refused': 'The {cli} refused: {reason}',
  'pulls.unknown': 'The repository has no pull request #{number}.',
  'pulls.otherRepository': 'This project belongs to {repository}, not to {other}.',
  'pulls.notOpen': 'Pull request #{number} is not open.',
  'pulls.fork': 'The branch of pull request #{number} is in another repository, where Orrery cannot push.',
  'pulls.alreadyFixing': 'Autofix of pull request #{number} is running already.',
  'pulls.otherFixing':
    'Autofix of pull request #{number} is running. Stop it first: one pull request is repaired at a time.',
  'pulls.notFixing': 'No autofix is running.',
  'pulls.alreadySubscribed': 'Pull request #{number} is followed already.',
  'pulls.mostSubscribed': 'At most {most} pull requests can be followed. Stop one first.',
  'pulls.watchGone': 'This pull request is no longer followed.',
  'pulls.noFix': 'No fix is waiting to be pushed.',
  'pulls.fixRunning': 'The agent is still working on the fix. Push it when the agent is done.',
  'pulls.fetchFailed': 'The branch {branch} could not be fetched: {reason}',
  'pulls.fixReady': 'Pull request #{number}: a fix is ready. Review it, then push it from Triggers.',
  'pulls.fixDelicate':
    'Pull request #{number}: the fix changes files that the checks run. Review it, then push it from Triggers.',
  'pulls.fixPushed': 'Pull request #{number}: a fix was pushed. Its checks are running again.',
  'pulls.fixBegun': 'Pull request #{number}: an agent is fixing the failed checks.',
  'pulls.end.green': 'Pull request #{number}: all checks passed.',
  'pulls.end.stopped': 'Pull request #{number} is no longer followed.',
  'pulls.end.expired': 'Pull request #{number}: its time limit was reached.',
  'pulls.end.tries': 'Pull request #{number}: the checks still fail after the last attempt.',
  'pulls.end.cost': 'Pull request #{number}: the spending limit of its autofix was reached.',
  'pulls.end.failed': 'Pull request #{number}: the agent did not finish its fix. {detail}',
  'pulls.end.unchanged': 'Pull request #{number}: the agent changed nothing.',
  'pulls.end.moved':
    'Pull request #{number}: its branch has new commits. Start autofix again to include them.',
  'pulls.end.refused': 'Pull request #{number}: the fix could not be pushed. {detail}',
  'pulls.end.merged': 'Pull request #{number} was merged.',
  'pulls.end.closed': 'Pull request #{number} was closed.',
  'pulls.end.unreachable': 'Pull request #{number} could not be read any more. {detail}',
  'pulls.news.failed': 'Pull request #{number}: failed checks: {names}.',
  'pulls.news.passed': 'Pull request #{number}: all checks passed.',
  'pulls.news.comments': 'Pull request #{number}: new comments: {count}.',
  'pulls.news.commits': 'Pull request #{number}: new commits were pushed.',
  'pulls.news.approved': 'Pull request #{number} was approved.',
  'pulls.news.changes': 'Pull request #{number}: a reviewer asked for changes.',
  'changes.draftTooSlow': '{model} took too long to draft the text. Nothing was changed; try again.',
  'changes.draftStopped': 'The draft was stopped.',
  'changes.draftPractice':
    'The Practice model cannot draft texts. Choose another model under Settings › Models.',
  'draft.misfit':
    'The answer of {model} could not be used for a draft. Nothing was changed. Try again, or choose another model.',
  'changes.told': 'You reviewed changes in: {files}',
} as const
