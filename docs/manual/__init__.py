"""What the generated pages of docs/ are made from: error cases, scenes, and the program itself."""
