// npm run screenshots: takes the screenshots of the README and the tour in the real workbench.
import { takeSandboxPictures } from './pictures/sandboxScenes';
import { takeServicePictures } from './pictures/serviceScenes';

await takeSandboxPictures();
await takeServicePictures();
