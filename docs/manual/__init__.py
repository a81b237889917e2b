"""What the pages and pictures of docs/ are made from: cases, scenes, and the program itself."""
