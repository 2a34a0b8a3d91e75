# ruff: noqa: RUF001, SIM905
"""Common first names of many languages, among them those that contain refused words."""

NAMES = tuple(
    """
    Aaron Abdul Abdullah Abigail Ada Adam Adele Adrian Agata Agnes Ahmed Aisha Aiko Akio
    Akira Alan Alba Albert Alejandro Aleksandra Alessia Alexander Alexandra Alfred Ali Alice
    Alicia Alma Álvaro Amal Amanda Amélie Amina Amir Ana Anaïs Analía Anastasia Anders
    Andrea André Andrzej Ángel Angela Anita Anja Anke Anna Anne Annette Annika Antje Antoine
    Anton Antonia Antonio Anya Aoife Ariel Arne Arthur Aslı Asunción Assunta Astrid Athena
    August Aurélie Axel Ayla Ayşe Aziz Barbara Bartosz Basil Bastian Beate Béatrice Beatriz
    Benedikt Benjamin Benoît Berit Bernadette Bernd Bertha Bettina Bianca Birgit Björn Boris
    Brendan Brian Brigitte Bruno Burak Caitlin Camille Carina Carla Carlos Carmen Carolina
    Caroline Cassandra Cassius Catherine Cecilia Céline César Chantal Charles Charlotte
    Chiara Chloé Christian Christine Christoph Claire Clara Claudia Clement Cléo Conchita
    Connor Conrad Constance Consuelo Cora Cristina Curtis Cyril Dagmar Daisuke Dalia Damian
    Daniel Daniela Darius David Dávid Deborah Delphine Denis Derya Desmond Diana Dick Diego
    Dieter Dilara Dimitri Dina Dominik Dominique Dora Doris Dorothea Douglas Dylan Eckhard
    Edith Eduardo Edward Eileen Ekaterina Elena Eleonora Eliana Elias Elif Elisabeth Elise
    Ella Elsa Elvira Emil Emilia Emily Emine Emma Emmanuel Enrico Erik Erika Ernesto Esra
    Esteban Esther Etienne Eugen Eva Evelyn Fabian Fabienne Fanny Farah Fatima Fatou Fatma
    Felicitas Felipe Felix Ferdinand Fernando Fiete Filip Finn Fiona Flora Florian Frank
    Franziska Frauke François Françoise Freya Friedrich Fritz Gabriel Gabriela Gaël Geoffrey
    Georg Gerard Gerhard Gesine Gianni Gisela Giulia Gökhan Gonzalo Gottfried Grace Graham
    Gregor Greta Guadalupe Guido Guillaume Gunther Gustav Guy Hadiza Hakan Hanna Hannah Hans
    Harald Harriet Harry Hassan Hedwig Heidi Heike Heiko Heinrich Helena Helga Hélène Helmut
    Henri Henrik Henrike Hikari Hilda Hiroshi Holger Hugo Hürrem Hye-jin Ian Ibrahim Ida
    Ignacio Igor Ilse Imani Ines Inga Ingrid Irene Irina Iris Irma Isaac Isabel Isabella
    Isis Iván Ivana Jacek Jacqueline Jakob James Jana Janine Jannik Janusz Jasmin Javier
    Jean Jelena Jens Jérôme Jessica Jesús Jihad Jimena Joachim Joanna João Johanna Jolanda
    Jonas Jorge José Josefine Judith Jude Julia Julien Jürgen Justus Kamal Karim Karin Karl
    Kasimir Katarína Katharina Kathleen Kazuki Keiko Kemal Kenneth Kenji Kerstin Kevin
    Khadija Kim Kirsten Klaus Knut Konstantin Krzysztof Kumar Kurt Kwame Lara Lars Lasse
    Laura Laurence Leandro Leila Lena Leo Léonie Leticia Lian Lieselotte Lila Lina Linus
    Lisa Lorenzo Louise Lucas Lucía Ludwig Luis Luka Luz Łukasz Mabel Maëlle Magdalena
    Mahmoud Maja Malik Małgorzata Manuel Manuela Marcel Marek Margit Margarita Maria María
    Mariam Marie Marina Mario Marius Marjorie Markus Marlene Marta Martin Mathilde Matteo
    Matthias Maurice Max Maya Mehmet Meike Melanie Mercedes Mia Michael Michèle Miguel
    Mikołaj Mila Milan Milena Miriam Mohamed Moira Mónica Monique Moritz Mustafa Mwangi
    Nadia Nadja Naomi Natalia Natascha Nazim Nazir Nazish Neele Nele Nico Nicolas Niels
    Nigel Nikita Niklas Nikolai Nina Noah Noémie Nora Norbert Nuno Nuria Óscar Odette Olaf
    Olga Oliver Olivia Omar Oona Orhan Oriol Otto Pablo Paloma Paolo Pascal Patricia Patrick
    Paul Paula Pavel Pedro Penelope Peregrine Perdita Pernille Petra Philipp Phúc Pia Pierre
    Piotr Pornthip Priya Quentin Rafael Rahel Raisa Ralf Ramona Randy Raphaël Raquel Rashid
    Rebecca Regina Reinhard Renate René Ricardo Richard Rita Robert Rocío Roger Roland
    Romain Rosa Rosalie Rüdiger Rufus Ruth Saanvi Sabine Sakura Salma Salomé Samantha Samir
    Samuel Sandra Sang-min Sarah Sascha Saskia Sébastien Selim Serge Sergio Sexton Shital
    Shannon Sibylle Siegfried Sigrid Silvia Simon Simone Sinéad Sofia Solène Sören Soledad
    Stanisław Stefan Stéphanie Steffi Sunniva Susanne Suzanne Svenja Sylvie Tamara Tanja
    Tariq Tatjana Teodoro Teresa Thaddäus Thérèse Thomas Thorsten Till Titus Timo Tobias
    Tomás Tomasz Tristan Ulrich Ulrike Ursula Ute Uwe Valentin Valérie Vanessa Vera Verena
    Victor Viktoria Vincent Viola Virginie Vito Volker Waltraud Wanda Wei Wenzel Werner
    Wilhelm Willy Wilma Winfried Wiktor Xaver Ximena Yann Yannick Yasmin Yoko Yolanda
    Youssef Yuki Yusuf Yvonne Zeynep Zoë Zofia Анна Борис Мария Наталья Сергей Юлия Ελένη
    Νίκος Σοφία
    """.split()
)
