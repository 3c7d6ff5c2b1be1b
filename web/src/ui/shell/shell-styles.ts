// One style sheet for the shell and the public pages: it is written into the page itself, so that
// nothing has to arrive before the first paint. Mantine's order counts.
import 'virtual:theme.css';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Text.css';
import '@mantine/core/styles/Anchor.css';
import './shell.css';
import './guest.module.css';
import '#ui/feedback/alerts.module.css';
