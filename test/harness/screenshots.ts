// npm run screenshots: takes the pictures of README and walkthrough from the real workbench.
import { takeSandboxPictures } from './pictures/sandboxScenes';
import { takeServicePictures } from './pictures/serviceScenes';

await takeSandboxPictures();
await takeServicePictures();
