// The tests that run in a browser's extension host: those of the host level about what can differ there. All other
// code is the same file in both; run a host test here too if it fails in a browser alone.

// Only here: answers that the browser keeps from the extension.
import './crossOrigin.test';

// Loading: the host evaluates one file, which fetches and evaluates the others itself.
import '../host/activation.test';

// Storage: the editor keeps the extension's files in IndexedDB, which has other errors and no rename in one step.
import '../host/storageFolder.test';
import '../host/storedData.test';
import '../host/removedAccount.test';

// Secrets, and the messages between windows about them, pass through the page.
import '../host/accounts.test';
import '../host/changedAccounts.test';
import '../host/windows.test';

// Requests: `fetch` of a worker reports, aborts and times out differently, and there are no sockets to listen on.
import '../host/checkConnection.test';
import '../host/connect.test';
import '../host/failures.test';
import '../host/pickerWithoutList.test';

// The file systems of documents and folders are called from another thread, without disk.
import '../host/deployScript.test';
import '../host/documentParts.test';
import '../host/documentNames.test';
import '../host/folders.test';
import '../host/pending.test';
import '../host/readOnlyDocuments.test';
import '../host/texts.test';

// The editor's own language features for JSON run in workers of their own.
import '../host/completion.test';
import '../host/diagnostics.test';

// Models get the tools through another process.
import '../host/tools.test';
