// Runs before the first paint, so that a chosen theme does not flash.
{
  const chosen = (() => {
    try {
      return localStorage.getItem("saltus-theme");
    } catch {
      return null;
    }
  })();
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
}
