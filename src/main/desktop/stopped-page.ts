export const stoppedPath = '/stopped.html'

/** Shown when the page crashed again right after it was loaded anew; needs no script and no style to be read. */
export const stoppedPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="dark light">
<title>Clearhold stopped drawing</title>
<main>
<h1>Clearhold stopped drawing</h1>
<p>The page crashed twice within a minute, so it was not loaded again by itself. Nothing on the disk was changed by this.</p>
<p><a href="/">Load the page again</a></p>
</main>
</html>
`
